import { Suspense } from 'react'
import { Router, useLocation } from 'wouter'
import { RarePage, routes } from './routes.tsx'
import { SessionKeeper } from './session/use-session.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { Frame } from './shell/frame.tsx'
import { useArrival } from './shell/use-arrival.ts'
import { Spinner } from './ui/button.tsx'

/** The whole app. `ssrPath` is the page to render where there is no address bar. */
export function App({ ssrPath }: { ssrPath?: string }) {
  return (
    <Router {...(ssrPath !== undefined && { ssrPath })}>
      <SessionKeeper />
      <OpenPage />
    </Router>
  )
}

function OpenPage() {
  const [path] = useLocation()
  useArrival(path)
  const route = routes.find((candidate) => candidate.path === path.replace(/(.)\/+$/, '$1'))
  const { Page, kind } = route ?? { Page: RarePage, kind: 'public' as const }
  return (
    <Frame kind={kind}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<Spinner />}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  )
}
