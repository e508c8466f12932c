import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { FRAMES, fetchFrames, nearest, PATHS, SIZE } from './turntable-frames.ts'

interface Props {
  /** What is turned: the name of the slider. */
  name: string
  /** How it is seen from as many sides as there are words, at equal distances, beginning with the first frame. */
  views: readonly string[]
  /** Said where the frames cannot be fetched. */
  problem: string
}

/** So much of a turn does a finger make that crosses the picture from edge to edge. */
const TURN_ACROSS = 0.75
/** What keys do at the ends of the slider, where the browser would stop: a turn has no end. */
const BEYOND: Record<string, readonly [from: number, to: number]> = {
  ArrowRight: [FRAMES - 1, 0],
  ArrowUp: [FRAMES - 1, 0],
  ArrowLeft: [0, FRAMES - 1],
  ArrowDown: [0, FRAMES - 1],
}

/**
 * A picture that is turned by finger, mouse or keys, and never turns by itself. With client:touch, the frames are
 * fetched when it is first touched; until then, and without a script, the first one is an ordinary picture.
 */
export function Turntable({ name, views, problem }: Props) {
  const [turn, setTurn] = useState(0)
  const still = useRef<HTMLImageElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const grip = useRef<{ x: number; turn: number }>(undefined)
  const { frames, failed } = useFrames(still)
  const view = views[Math.round((turn / FRAMES) * views.length) % views.length]

  useEffect(() => {
    // A key may have moved the slider before this was hydrated.
    if (slider.current) setTurn(Number(slider.current.value))
  }, [])

  useEffect(() => {
    const frame = frames.get(nearest(turn, frames.keys()) ?? -1)
    if (frame) canvas.current?.getContext('2d', { alpha: false })?.drawImage(frame, 0, 0)
  }, [turn, frames])

  function dragged({ buttons, clientX, currentTarget }: PointerEvent) {
    if (buttons === 0) return letGo()
    // The pointer that made this hydrate was already down.
    grip.current ??= { x: clientX, turn }
    const across = (clientX - grip.current.x) / currentTarget.clientWidth
    setTurn(within(grip.current.turn + Math.round(across * TURN_ACROSS * FRAMES)))
  }

  function letGo() {
    grip.current = undefined
  }

  function pressed(event: KeyboardEvent) {
    const [from, to] = BEYOND[event.key] ?? []
    if (turn !== from || to === undefined) return
    event.preventDefault()
    setTurn(to)
  }

  return (
    <div className="turntable">
      <div
        className="turntable-stage"
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={dragged}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <picture>
          <source srcSet={PATHS.avif[0]} type="image/avif" />
          <img
            ref={still}
            src={PATHS.webp[0]}
            alt={`${name}, ${views[0]}`}
            {...SIZE}
            loading="lazy"
            draggable={false}
          />
        </picture>
        <canvas ref={canvas} {...SIZE} hidden={frames.size === 0} />
      </div>
      <input
        ref={slider}
        className="turntable-slider no-print"
        type="range"
        aria-label={name}
        aria-valuetext={`${view}, ${Math.round((turn / FRAMES) * 360)}°`}
        min={0}
        max={FRAMES - 1}
        value={turn}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => setTurn(Number(target.value))}
        onKeyDown={pressed}
      />
      <p className="turntable-problem" role="status">
        {failed && problem}
      </p>
    </div>
  )
}

/** The frames that are there, by their numbers, more and more of them from the first moment on. */
function useFrames(still: { readonly current: HTMLImageElement | null }) {
  const [frames, setFrames] = useState<ReadonlyMap<number, ImageBitmap>>(new Map())
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const format = still.current?.currentSrc.endsWith('.avif') ? 'avif' : 'webp'
    const show = (number: number, frame: ImageBitmap) => setFrames((before) => new Map(before).set(number, frame))
    fetchFrames(format, show, leaving.signal).catch(() => setFailed(!leaving.signal.aborted))
    return () => leaving.abort()
  }, [still])
  return { frames, failed }
}

/** The number of a frame, from one that may lie before the first or beyond the last. */
function within(number: number): number {
  return ((number % FRAMES) + FRAMES) % FRAMES
}
