import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Only where there is an action. */
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
