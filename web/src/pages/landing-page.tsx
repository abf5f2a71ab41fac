import { useEffect } from 'react'
import { Benefits } from '../features/landing/benefits.tsx'
import { Hero } from '../features/landing/hero-phone.tsx'
import { ClosingCall, HowItGoes, Promises } from '../features/landing/promises.tsx'
import { VoiceGallery } from '../features/landing/voice-gallery.tsx'
import { takeFarewell } from '../session/farewell.ts'
import { useSession } from '../session/use-session.ts'
import { PageReady } from '../shell/page-ready.tsx'
import { Spinner } from '../ui/button.tsx'
import { showToast } from '../ui/toast/toast-store.ts'

/** What a call is, before what it promises. */
export function LandingPage() {
  useEffect(sayFarewell, [])
  if (useSession().state === 'loading') return <Spinner />
  return (
    <>
      <Hero />
      <Benefits />
      <VoiceGallery />
      <HowItGoes />
      <Promises />
      <ClosingCall />
      <PageReady />
    </>
  )
}

/** Shown once after the account was deleted. */
function sayFarewell(): void {
  if (takeFarewell())
    showToast({
      title: 'Account deleted',
      message: 'Your calls are canceled and your data is gone. Thanks for waking up with us.',
    })
}
