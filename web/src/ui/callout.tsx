import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const TONES = {
  warn: 'bg-warn-tint text-warn border-warn/40',
  bad: 'bg-bad-tint text-bad border-bad/40',
  sun: 'bg-sun-tint text-ink border-sun/50',
}

type Props = { tone: keyof typeof TONES; children: ReactNode; className?: string }

export function Callout({ tone, children, className }: Props) {
  return <div className={classNames('rounded-field border px-4 py-3', TONES[tone], className)}>{children}</div>
}
