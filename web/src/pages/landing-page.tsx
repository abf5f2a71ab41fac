import { lazy, Suspense, useEffect } from 'react'
import { ClosingCall, Hero } from '../features/landing/hero-phone.tsx'
import { VoiceGallery } from '../features/landing/voice-gallery.tsx'
import { takeFarewell } from '../session/leave-for-login.ts'
import { useSession } from '../session/use-session.ts'
import { PageReady } from '../shell/use-arrival.ts'
import { Spinner } from '../ui/button.tsx'
import { showToast } from '../ui/toast/toast-store.ts'

/** Only text and drawings, so where it was prerendered it needs no script: it stays as it was served. */
const Story = lazy(async () => ({ default: (await import('../features/landing/promises.tsx')).Story }))
const served = typeof document === 'undefined' ? undefined : document.querySelector('#story')?.innerHTML

export function LandingPage() {
  useEffect(sayFarewell, [])
  if (useSession().state === 'loading') return <Spinner />
  return (
    <>
      <Hero />
      <VoiceGallery />
      {served === undefined ? (
        <div id="story">
          <Suspense>
            <Story />
          </Suspense>
        </div>
      ) : (
        // oxlint-disable-next-line react/no-danger -- what the server sent here
        <div id="story" dangerouslySetInnerHTML={{ __html: served }} />
      )}
      <ClosingCall />
      <PageReady />
    </>
  )
}

function sayFarewell(): void {
  if (takeFarewell())
    showToast({
      title: 'Account deleted',
      message: 'Your calls are canceled and your data is gone. Thanks for waking up with us.',
    })
}
