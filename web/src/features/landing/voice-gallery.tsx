import { shownCategory, VOICE_DISCLAIMER, VOICE_IDS, VOICES } from '@reveille/core/speech/voices'
import { PreviewButton } from '../../audio/preview-button.tsx'
import { VoicePortrait } from '../../audio/voice-portrait.tsx'

/** The six characters, audible before a visitor enters anything. */
export function VoiceGallery() {
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
