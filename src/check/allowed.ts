/** A figure that stays in its text, and why. */
interface AllowedFigure {
  /** End of the file's path. */
  file: string
  /** As it is written. */
  figure: string
  reason: string
}

export const ALLOWED_FIGURES: readonly AllowedFigure[] = []
