import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still on the page, for what is answered later. */
export function useIsDrawn(): RefObject<boolean> {
  const isDrawn = useRef(false)
  useEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
    }
  }, [])
  return isDrawn
}
