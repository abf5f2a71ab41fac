import { useEffect, useLayoutEffect, useRef } from 'react'
import { pageTitle } from '../page-titles.ts'
import { noteNavigation } from '../ui/page/page-title.tsx'
import { toastStore } from '../ui/toast/toast-store.ts'

const positions = new Map<string, number>()
const isBrowser = typeof window !== 'undefined'
/** The path that Back led to. Between a wizard's steps it's the current one, and no page arrives. */
let wentBackTo: string | null = null

if (isBrowser) {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => (wentBackTo = location.pathname))
}

/** Sets the title and the scroll position: the top for a new page, restored on Back. */
export function useArrival(path: string): void {
  const first = useRef(true)
  useEffect(() => {
    document.title = pageTitle(path)
  }, [path])
  useBrowserLayoutEffect(() => {
    const returning = wentBackTo === path
    wentBackTo = null
    if (first.current) first.current = false
    else {
      noteNavigation()
      toastStore.leavePage()
      scrollTo(0, returning ? (positions.get(path) ?? 0) : 0)
    }
    return rememberPosition(path)
  }, [path])
}

const useBrowserLayoutEffect = isBrowser ? useLayoutEffect : useEffect

function rememberPosition(path: string): () => void {
  const remember = () => positions.set(path, scrollY)
  addEventListener('scroll', remember, { passive: true })
  return () => removeEventListener('scroll', remember)
}

/** Tells before-paint.ts that the page around it is interactive. */
export function PageReady() {
  useEffect(() => void document.dispatchEvent(new Event('page-ready')), [])
  return null
}
