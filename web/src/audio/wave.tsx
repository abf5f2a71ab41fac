import { useEffect, useRef } from 'react'
import { loudness } from './preview-player.ts'

const BARS = [0.35, 0.6, 0.85, 1, 0.75, 0.95, 0.55, 0.8, 0.4]
const STEP = 8

/** Moves with the loudness of the audio; flat when nothing plays. */
export function Wave({ moving, className }: { moving: boolean; className?: string }) {
  const group = useRef<SVGGElement>(null)
  useEffect(() => {
    if (!moving) return
    let frame = requestAnimationFrame(draw)
    function draw() {
      const loud = 0.12 + 0.88 * loudness()
      for (const [index, bar] of [...(group.current?.children ?? [])].entries()) {
        bar.setAttribute('transform', `scale(1 ${loud * (BARS[index] ?? 1)})`)
      }
      frame = requestAnimationFrame(draw)
    }
    return () => cancelAnimationFrame(frame)
  }, [moving])
  return (
    <svg viewBox={`0 -20 ${BARS.length * STEP} 40`} className={className} aria-hidden="true">
      <g ref={group}>
        {BARS.map((bar, index) => (
          <path
            key={bar}
            d={`M${index * STEP + STEP / 2} -17v34`}
            transform={`scale(1 ${0.14 * bar})`}
            stroke="currentColor"
            strokeWidth="4"
            strokeLinecap="round"
          />
        ))}
      </g>
    </svg>
  )
}
