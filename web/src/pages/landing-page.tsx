import { Benefits } from '../features/landing/benefits.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { ClosingCall, HowItGoes, Promises } from '../features/landing/promises.tsx'
import { VoiceGallery } from '../features/landing/voice-gallery.tsx'
import { useSession } from '../session/use-session.ts'
import { PageReady } from '../shell/page-ready.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** LAND-1 to 4: what a call is, before what it promises. */
export function LandingPage() {
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
