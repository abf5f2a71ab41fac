import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useIsHere } from './use-is-here.ts'

export const SECOND_STEP = { secondStep: true }

/**
 * The second of a form's two steps. It is in the browser's history but not in the URL: a reload stays on it, Back
 * leaves it first, and a prerendered page starts with the first step. `onLeave` runs however it is left.
 */
export function useSecondStep(onLeave: () => void) {
  const open = isSecond(useHistoryState<unknown>())
  const wasOpen = useRef(open)
  const [left, setLeft] = useState(false)
  const [path, navigate] = useLocation()
  const isHere = useIsHere()
  const leaveNow = useEffectEvent(() => {
    setLeft(true)
    onLeave()
  })
  useEffect(() => {
    if (wasOpen.current && !open) leaveNow()
    wasOpen.current = open
  }, [open])
  return {
    open,
    /** Its button is gone, so the focus moves to the field to correct. */
    left,
    enter() {
      if (isHere()) navigate(path + location.search + location.hash, { state: SECOND_STEP })
    },
    // Not by going back: a captcha's frame has its own history entries, and would go back instead.
    leave: () => navigate(path + location.search + location.hash, { replace: true, state: null }),
  }
}

function isSecond(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'secondStep' in state
}
