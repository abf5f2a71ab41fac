import { useEffect } from 'react'

/** Renders nothing: after the page around it, it tells before-paint.ts that presses are handled from now on. */
export function PageReady() {
  useEffect(() => void document.dispatchEvent(new Event('page-ready')), [])
  return null
}
