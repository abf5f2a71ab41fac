import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { type Complaint, Failure } from '../form/field.tsx'

type Props = { title: string; reason?: string | null; complaint: Complaint | null; children: ReactNode }

let focusLost = false

/** For the heading of a hero: takes the focus of the hero before it, whose pressed button is gone. */
export function useInheritedFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const { current } = heading
    if (focusLost && document.activeElement === document.body) current?.focus({ preventScroll: true })
    focusLost = false
    return () => void (focusLost = current?.closest('section')?.contains(document.activeElement) === true)
  }, [])
  return heading
}

/** In the hero's place: what to do now. */
export function NextStep({ title, reason = null, complaint, children }: Props) {
  const heading = useInheritedFocus()
  return (
    <>
      <section
        aria-labelledby="next-step"
        className="horizon horizon-card horizon-1 rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9"
      >
        <h2 ref={heading} id="next-step" tabIndex={-1} className="text-3xl sm:text-5xl">
          {title}
        </h2>
        {reason !== null && <p className="mt-3 text-lg">{`${reason}.`}</p>}
        <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">{children}</div>
      </section>
      <Failure complaint={complaint} />
    </>
  )
}

export function QuietLink({ to, children }: { to: string; children: string }) {
  return (
    <Link href={to} className="underline decoration-1 underline-offset-4 hover:decoration-2">
      {children}
    </Link>
  )
}
