import { useEffect } from 'react'

/** Draws nothing: after the page around it, it tells before-paint.ts that presses are answered from now on. */
export function PageReady() {
  useEffect(() => void document.dispatchEvent(new Event('page-ready')), [])
  return null
}
