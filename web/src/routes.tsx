import { type ComponentType, lazy, useEffect, useState } from 'react'
import { isOnline } from './browser/features.ts'
import { inTab } from './browser/storage.ts'
import { LandingPage } from './pages/landing-page.tsx'
import { paths } from './paths.ts'
import { PageReady } from './shell/use-arrival.ts'
import { Spinner } from './ui/button.tsx'

const KEY = 'reloadedFor'

/** A page's script is missing, probably after a deployment: reloads once, then throws. Input is kept in the tab. */
function reloadOnce(error: unknown): Promise<never> {
  if (!isOnline() || inTab.read(KEY) === location.pathname) throw error
  inTab.write(KEY, location.pathname)
  location.reload()
  return new Promise(() => {}) // the page is about to unload
}

type PageRoute = { path: string; kind: 'app' | 'public'; Page: ComponentType }

/** The first page may be prerendered, and only `lazy` hydrates that. */
const first = globalThis.location?.pathname

/** Its script loads when it's first opened. It doesn't suspend, because React would then show it 300 ms late. */
function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null
  async function whole(): Promise<ComponentType> {
    const [{ Queries }, Page] = await Promise.all([import('./api/queries.tsx'), load()]).catch(reloadOnce)
    return (loaded = () => (
      <Queries>
        <Page />
        <PageReady />
      </Queries>
    ))
  }
  const Hydrated = lazy(async () => ({ default: await whole() }))
  return function Later() {
    const [Shown, show] = useState<ComponentType | null>(
      () => loaded ?? (globalThis.location?.pathname === first ? Hydrated : null),
    )
    const [failure, fail] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Shown === null)
        whole().then(
          (Page) => show(() => Page),
          (error: unknown) => fail({ error }),
        )
    }, [Shown])
    if (failure !== null) throw failure.error
    return Shown === null ? <Spinner /> : <Shown />
  }
}

const page = (path: string, kind: PageRoute['kind'], load: () => Promise<ComponentType>) => ({
  path,
  kind,
  Page: later(load),
})

/** What few people ever open, and what doesn't exist. */
export const RarePage = later(async () => (await import('./pages/rare-page.tsx')).RarePage)

/** The landing page is in the first script, because most visitors see it first. */
export const routes: readonly PageRoute[] = [
  { path: paths.landing, kind: 'public', Page: LandingPage },
  page(paths.login, 'public', async () => (await import('./pages/login-page.tsx')).LoginPage),
  page(paths.signup, 'public', async () => (await import('./pages/signup-page.tsx')).SignupPage),
  page(paths.phone, 'app', async () => (await import('./pages/phones/phone-page.tsx')).PhonePage),
  page(paths.phoneByText, 'app', async () => (await import('./pages/phones/phone-page.tsx')).PhoneByTextPage),
  page(paths.phoneCode, 'app', async () => (await import('./pages/phones/phone-page.tsx')).PhoneCodePage),
  page(paths.preferences, 'app', async () => (await import('./pages/preferences-page.tsx')).PreferencesPage),
  page(paths.schedule, 'app', async () => (await import('./pages/schedule-page.tsx')).SchedulePage),
  page(paths.dashboard, 'app', async () => (await import('./pages/dashboard-page.tsx')).DashboardPage),
  page(paths.history, 'app', async () => (await import('./pages/history-page.tsx')).HistoryPage),
  page(paths.account, 'app', async () => (await import('./pages/account-page.tsx')).AccountPage),
  page(paths.help, 'public', async () => (await import('./pages/help-page.tsx')).HelpPage),
  page(paths.terms, 'public', async () => (await import('./pages/terms-page.tsx')).TermsPage),
  page(paths.privacy, 'public', async () => (await import('./pages/privacy-page.tsx')).PrivacyPage),
  { path: paths.people, kind: 'app', Page: RarePage },
  page(
    paths.firebaseTest,
    'public',
    async () => (await import('./pages/phones/firebase-test-page.tsx')).FirebaseTestPage,
  ),
]
