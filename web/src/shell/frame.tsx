import { useEffect, type ReactNode } from 'react'
import { keepWorker } from '../browser/features.ts'
import { useSession } from '../session/use-session.ts'
import { classNames } from '../ui/class-names.ts'
import { ToastRegion } from '../ui/toast/toast-region.tsx'
import { OfflineBanner } from './banners/offline-banner.tsx'
import { besidePage } from './beside-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { BottomBar, SideMenu } from './signed-in-navigation.tsx'

const LateBanners = besidePage(
  async () => (await import('./banners/late-banners.tsx')).LateBanners,
  () => null,
)

/** Registered on the first private page, so public pages load nothing for offline use. */
function keepShellOffline(): void {
  if (import.meta.env.PROD) keepWorker('/offline.js')
}

/** The frame around every page. `app` pages are those of a signed-in person, with a side menu or a bottom bar. */
export function Frame({ kind, children }: { kind: 'app' | 'public'; children: ReactNode }) {
  const signedIn = useSession().state === 'signed-in'
  const app = kind === 'app' && signedIn
  useEffect(() => {
    if (app) keepShellOffline()
  }, [app])
  return (
    <div
      className={classNames(
        'flex min-h-dvh flex-col',
        app && 'max-lg:not-short:pb-[calc(4rem+env(safe-area-inset-bottom))]',
      )}
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-full bg-sun px-5 py-3 font-semibold text-on-sun focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Header />
      <OfflineBanner />
      {app && <LateBanners />}
      {app ? (
        <div className="app-frame mx-auto flex w-full max-w-7xl flex-1 gap-10 px-4 py-6 sm:px-6 sm:py-8">
          <SideMenu />
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
            {children}
          </main>
        </div>
      ) : (
        <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
          {children}
        </main>
      )}
      <Footer />
      {app && <BottomBar />}
      <ToastRegion />
    </div>
  )
}
