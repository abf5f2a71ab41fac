import { useEffect } from 'react'

/** Tells before-paint.ts that the page around it is interactive. */
export function PageReady() {
  useEffect(() => void document.dispatchEvent(new Event('page-ready')), [])
  return null
}
