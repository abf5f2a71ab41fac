import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'

/**
 * Where the focus is while a page loads after a change inside the app. Anywhere else, the person has moved it, for example to
 * a message's button. Empty on a page that the browser loaded, because the browser manages its focus.
 */
let whileLoading: (Element | null)[] = []

/** Call it at each page change inside the app. */
export function noteNavigation(): void {
  whileLoading = [document.activeElement, document.body]
}

/** A page's only h1. After a page change inside the app it takes the focus, so that screen readers read it. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (whileLoading.includes(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classNames('text-[length:min(1.875rem,14vw)] sm:text-4xl', className)}>
      {children}
    </h1>
  )
}
