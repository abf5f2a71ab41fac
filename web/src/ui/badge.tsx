import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'calm' | 'sun'

const TONES: Record<Tone, string> = {
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  calm: 'bg-calm-tint text-quiet',
  sun: 'border border-sun-text/25 bg-sun-tint text-sun-text', // also on a chosen card of this color
}

/** A state as a word; color only repeats it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold max-[20rem]:wrap-anywhere',
        TONES[tone],
      )}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
