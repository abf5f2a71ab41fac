import { shownCategory, VOICE_DISCLAIMER, VOICE_IDS, VOICES } from '@reveille/core/speech/voices'
import { lazy, Suspense, useEffect } from 'react'
import { PreviewButton } from '../audio/preview-button.tsx'
import { VoicePortrait } from '../audio/voice-portrait.tsx'
import { ClosingCall, Hero } from '../features/landing/hero-phone.tsx'
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

/** The characters, audible before a visitor enters anything. */
function VoiceGallery() {
  return (
    <section aria-labelledby="voices" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
        <h2 id="voices" className="max-w-2xl text-3xl sm:text-5xl">
          Who should get you up?
        </h2>
        <p className="mt-4 max-w-xl text-lg text-quiet">From calm to commanding. Press play to hear them.</p>
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {VOICE_IDS.map((id) => (
            <VoiceCard key={id} {...VOICES[id]} />
          ))}
        </ul>
        <p className="mt-8 text-sm text-quiet">{VOICE_DISCLAIMER}</p>
      </div>
    </section>
  )
}

function VoiceCard(voice: (typeof VOICES)[(typeof VOICE_IDS)[number]]) {
  const { voiceId, name, line } = voice
  return (
    <li className="flex flex-wrap content-start items-center gap-x-4 gap-y-3 rounded-card border border-line bg-ground p-4">
      <VoicePortrait voiceId={voiceId} className="size-18 shrink-0 rounded-2xl" />
      <div className="min-w-24 flex-1">
        <h3 className="text-lg">{name}</h3>
        <p className="text-sm text-quiet">{shownCategory(voice)}</p>
      </div>
      <PreviewButton voiceId={voiceId} name={name} />
      <p className="basis-full">“{line}”</p>
    </li>
  )
}
