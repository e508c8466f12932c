import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { DecodedFrames, FRAMES, fetchFrames, nearest, PATHS, SIZE } from './turntable-frames.ts'

interface Props {
  /** What is turned: the name of the slider. */
  name: string
  /** How it is seen from as many sides as there are words, at equal distances, beginning with the first frame. */
  views: readonly string[]
  /** Said where the frames cannot be fetched. */
  problem: string
}

/** A hand on the picture: where it took hold, and where it was at its last two moves, in frames and milliseconds. */
interface Grip {
  x: number
  turn: number
  now: { turn: number; time: number }
  before: { turn: number; time: number }
}

/** So much of a turn does a finger make that crosses the picture from edge to edge. */
const TURN_ACROSS = 0.75
/** After so many milliseconds a turn that was let go has a third of its speed. */
const SLOWING_MS = 300
/** Slower than so many frames of the turn a millisecond, it stands still. */
const SLOWEST = 0.008
/** What keys do at the ends of the slider, where the browser would stop: a turn has no end. */
const BEYOND: Record<string, readonly [from: number, to: number]> = {
  ArrowRight: [FRAMES - 1, 0],
  ArrowUp: [FRAMES - 1, 0],
  ArrowLeft: [0, FRAMES - 1],
  ArrowDown: [0, FRAMES - 1],
}

/**
 * A picture that is turned by finger, mouse or keys, and turns on for a moment when it is let go in motion. With client:touch, the frames are
 * fetched when it is first touched; until then, and without a script, the first one is an ordinary picture.
 */
export function Turntable({ name, views, problem }: Props) {
  const [turn, setTurn] = useState(0)
  const still = useRef<HTMLImageElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const grip = useRef<Grip>(undefined)
  const rolling = useRef(0)
  const { frames, failed, setFailed } = useFrames(still)
  const canvasShown = useFrame(canvas, nearest(turn, frames.keys()) ?? 0, frames, setFailed)
  const view = views[Math.round((turn / FRAMES) * views.length) % views.length]

  useEffect(() => {
    // A key may have moved the slider before this was hydrated.
    if (slider.current) setTurn(Number(slider.current.value))
    return () => cancelAnimationFrame(rolling.current)
  }, [])

  function held({ currentTarget, pointerId }: PointerEvent) {
    stop()
    currentTarget.setPointerCapture(pointerId)
  }

  function dragged({ buttons, clientX, currentTarget, timeStamp }: PointerEvent) {
    if (buttons === 0) return lost()
    // The pointer that made this hydrate was already down.
    grip.current ??= { x: clientX, turn, now: { turn, time: timeStamp }, before: { turn, time: timeStamp } }
    const across = (clientX - grip.current.x) / currentTarget.clientWidth
    grip.current.before = grip.current.now
    grip.current.now = { turn: grip.current.turn + across * TURN_ACROSS * FRAMES, time: timeStamp }
    setTurn(within(grip.current.now.turn))
  }

  function letGo({ timeStamp }: PointerEvent) {
    if (!grip.current) return
    const { now, before } = grip.current
    lost()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // A hand that rested before it let go was slow.
    roll(now.turn, (now.turn - before.turn) / Math.max(1, timeStamp - before.time))
  }

  function lost() {
    grip.current = undefined
  }

  /** Turns on from here, ever more slowly: as far on a slow phone, whose frames are few, as on a quick one. */
  function roll(from: number, speed: number) {
    const step = (now: number, began = now) => {
      const left = Math.exp((began - now) / SLOWING_MS)
      setTurn(within(from + speed * SLOWING_MS * (1 - left)))
      if (Math.abs(speed * left) > SLOWEST) rolling.current = requestAnimationFrame((next) => step(next, began))
    }
    rolling.current = requestAnimationFrame((now) => step(now))
  }

  function stop() {
    cancelAnimationFrame(rolling.current)
  }

  function pressed(event: KeyboardEvent) {
    stop()
    const [from, to] = BEYOND[event.key] ?? []
    if (turn !== from || to === undefined) return
    event.preventDefault()
    setTurn(to)
  }

  return (
    <div className="turntable">
      <div
        className="turntable-stage"
        onPointerDown={held}
        onPointerMove={dragged}
        onPointerUp={letGo}
        onPointerCancel={lost}
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
        <canvas ref={canvas} {...SIZE} hidden={!canvasShown} />
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
        onPointerDown={stop}
      />
      <p className="turntable-problem" role="status">
        {failed && problem}
      </p>
    </div>
  )
}

/** The frames that are there, by their numbers, more and more of them from the first moment on. */
function useFrames(still: { readonly current: HTMLImageElement | null }) {
  const [frames, setFrames] = useState<ReadonlyMap<number, Blob>>(new Map())
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const format = still.current?.currentSrc.endsWith('.avif') ? 'avif' : 'webp'
    const show = (number: number, frame: Blob) => setFrames((before) => new Map(before).set(number, frame))
    fetchFrames(format, show, leaving.signal).catch(() => setFailed(!leaving.signal.aborted))
    return () => leaving.abort()
  }, [still])
  return { frames, failed, setFailed }
}

/** Draws the frame of that number as soon as it is decoded; tells whether any has been drawn. */
function useFrame(
  canvas: { readonly current: HTMLCanvasElement | null },
  number: number,
  frames: ReadonlyMap<number, Blob>,
  setFailed: (failed: boolean) => void,
) {
  const [shown, setShown] = useState(false)
  const decoded = useRef<DecodedFrames>(undefined)
  const asked = useRef(0)
  const drawn = useRef(0)
  const file = frames.get(number)
  useEffect(() => {
    if (!file) return
    const turn = ++asked.current
    const draw = (frame: ImageBitmap) => {
      // A frame that was decoded later than a newer one is past.
      if (!canvas.current || turn < drawn.current) return
      drawn.current = turn
      canvas.current.getContext('2d', { alpha: false })?.drawImage(frame, 0, 0, SIZE.width, SIZE.height)
      setShown(true)
    }
    decoded.current ??= new DecodedFrames()
    const ready = decoded.current.get(number)
    if (ready) draw(ready)
    else decoded.current.decode(number, file).then(draw, () => setFailed(true))
  }, [number, file, canvas, setFailed])
  return shown
}

/** The number of the frame nearest to a place of the turn, which may lie before the first or beyond the last. */
function within(place: number): number {
  return ((Math.round(place) % FRAMES) + FRAMES) % FRAMES
}
