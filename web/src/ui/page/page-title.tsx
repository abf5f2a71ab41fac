import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'

/**
 * Where the focus is while a page loads after a change inside the app. Anywhere else, somebody moved on, say to a message's
 * button. Empty on a page the browser loaded, whose focus the browser manages.
 */
let waiting: (Element | null)[] = []

/** Notes a page change inside the app. */
export function noteNavigation(): void {
  waiting = [document.activeElement, document.body]
}

/**
 * A page's only h1. A page change inside the app is silent to screen readers, so the new heading takes the focus and is
 * read.
 */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (waiting.includes(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classNames('text-3xl sm:text-4xl', className)}>
      {children}
    </h1>
  )
}
