/** A mistake in a text: where it is, what it is and how to mend it, in French. */
export interface Finding {
  file: string
  line: number
  what: string
  mend: string
  /** True where the page cannot be made, or not as it is written, until this is mended. */
  breaks: boolean
  /** The change that mends it, where there is only one answer. */
  fix?: Fix
}

/** Replaces a part of a file; offsets are those of its text with LF as line ends and without a byte order mark. */
export interface Fix {
  start: number
  end: number
  text: string
}

/** One line for people: file:line, then the two sentences. */
export function sentence({ file, line, what, mend }: Finding): string {
  return `${file}:${line} : ${what} ${mend}`
}

/** Findings in the order in which a reader goes through the files, each once. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((finding) => [sentence(finding), finding]))
  return [...seen.values()].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}
