import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * Input typed into a prerendered field before the app was there: the app takes it over instead of losing it. `takeOver`
 * is called once, when the field is hydrated.
 */
export function useTypedEarly<Field extends HTMLElement>(takeOver: (field: Field) => void): RefObject<Field | null> {
  const field = useRef<Field>(null)
  const first = useRef(true)
  useBrowserLayoutEffect(() => {
    if (first.current && field.current !== null) takeOver(field.current)
    first.current = false
  })
  return field
}
