import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'

let navigations = 0

/** Counts page changes inside the app. */
export function noteNavigation(): void {
  navigations += 1
}

/** False on a page the browser loaded, whose focus the browser manages. */
function arrivedByNavigation(): boolean {
  return navigations > 0
}

/**
 * A page's only h1. A page change inside the app is silent to screen readers, so the new heading takes the focus and is
 * read.
 */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrivedByNavigation()) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classNames('text-3xl sm:text-4xl', className)}>
      {children}
    </h1>
  )
}
