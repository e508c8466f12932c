import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { decodeFrame, FRAMES, fetchFrames, nearestFrame, PATHS, SIZE } from './turntable-frames.ts'

interface Props {
  /** Accessible name of the slider. */
  name: string
  /** Names of the views at equal angles, starting with the first frame; read as the value of the slider. */
  views: readonly string[]
  /** Message shown if the frames cannot be fetched. */
  problem: string
}

/** Pointer position (pixels) and frame at the start of a drag. */
interface Drag {
  x: number
  turn: number
}

/** Fraction of a turn for a drag across the whole width of the picture. */
const TURN_ACROSS = 0.75
/** Frames that an arrow key turns by. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/**
 * A picture turned by touch, mouse or keys. With client:touch, the frames are fetched on the first touch; until then, and
 * without JavaScript, the first one is an ordinary picture.
 */
export function Turntable({ name, views, problem }: Props) {
  const [turn, setTurn] = useState(0)
  const still = useRef<HTMLImageElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const grip = useRef<Drag>(undefined)
  const { frames, failed, setFailed } = useFrames(still)
  const canvasShown = useFrame(canvas, nearestFrame(turn, frames.keys()) ?? 0, frames, setFailed)
  const view = views[Math.round((turn / FRAMES) * views.length) % views.length]

  useEffect(() => {
    // A key may have moved the slider before hydration.
    if (slider.current) setTurn(Number(slider.current.value))
  }, [])

  function handlePointerDown({ currentTarget, pointerId }: PointerEvent) {
    currentTarget.setPointerCapture(pointerId)
  }

  function handlePointerMove({ buttons, clientX, currentTarget }: PointerEvent) {
    if (buttons === 0) return endDrag()
    // The pointer that triggered hydration was already down, so its pointerdown event was missed.
    grip.current ??= { x: clientX, turn }
    const across = (clientX - grip.current.x) / currentTarget.clientWidth
    setTurn(wrapFrame(grip.current.turn + across * TURN_ACROSS * FRAMES))
  }

  function endDrag() {
    grip.current = undefined
  }

  /** Wraps around at the ends of the slider, where the browser would stop. */
  function pressed(event: KeyboardEvent) {
    const step = STEPS[event.key]
    // Shortcuts of the browser, such as Alt+Left.
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setTurn((last) => wrapFrame(last + step))
  }

  return (
    <div className="turntable">
      <div
        className="turntable-stage"
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
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
      />
      <p className="turntable-problem" role="status">
        {failed && problem}
      </p>
    </div>
  )
}

/** Fetches the frames on mount; returns those fetched so far, by number. */
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

/** Draws the frame with that number when it is decoded; returns true once a frame has been drawn. */
function useFrame(
  canvas: { readonly current: HTMLCanvasElement | null },
  number: number,
  frames: ReadonlyMap<number, Blob>,
  setFailed: (failed: boolean) => void,
) {
  const [shown, setShown] = useState(false)
  const decoded = useRef(new Map<number, ImageBitmap>())
  const asked = useRef(0)
  const drawn = useRef(0)
  const file = frames.get(number)
  useEffect(() => {
    if (!file) return
    const turn = ++asked.current
    const draw = (frame: ImageBitmap) => {
      // Skips a frame that was decoded after a newer one.
      if (!canvas.current || turn < drawn.current) return
      drawn.current = turn
      canvas.current.getContext('2d', { alpha: false })?.drawImage(frame, 0, 0, SIZE.width, SIZE.height)
      setShown(true)
    }
    decodeFrame(decoded.current, number, file).then(draw, () => setFailed(true))
  }, [number, file, canvas, setFailed])
  return shown
}

/** Rounds a position to a frame number; positions before the first or beyond the last frame wrap around. */
function wrapFrame(place: number): number {
  return ((Math.round(place) % FRAMES) + FRAMES) % FRAMES
}
