import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames('rounded-card border border-line bg-surface p-5 sm:p-6', className)}>{children}</div>
  )
}

type SectionProps = { title: string; id: string; action?: ReactNode; children: ReactNode }

/** A section of a page with its heading, and its actions on the right. */
export function Section({ title, id, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl sm:text-2xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Card className="py-2!">
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </Card>
  )
}

/** What it is, a detail below it, and a badge or a button beside them. */
export function Row({ title, detail, children }: { title: ReactNode; detail: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        <span className="text-sm text-quiet">{detail}</span>
      </span>
      {children}
    </li>
  )
}

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-edge/60 px-6 py-10 text-center">
      <svg viewBox="0 0 96 40" className="w-24 text-sun" aria-hidden="true">
        <path d="M30 34a18 18 0 0 1 36 0" fill="currentColor" opacity="0.35" />
        <path d="M4 34h88" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <p className="font-display text-xl font-bold">{title}</p>
      {children && <div className="max-w-prose text-quiet">{children}</div>}
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}
