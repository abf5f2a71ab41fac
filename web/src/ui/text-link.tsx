import type { ReactNode } from 'react'
import { Link } from 'wouter'

const look = 'font-semibold text-sun-text underline underline-offset-4 hover:no-underline'

/** A link within text. `newTab` keeps the input on this page. */
export function TextLink({ to, newTab = false, children }: { to: string; newTab?: boolean; children: ReactNode }) {
  if (!newTab) {
    return (
      <Link href={to} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className={look}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
