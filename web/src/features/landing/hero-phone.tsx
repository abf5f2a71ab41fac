import { VOICES } from '@reveille/core/speech/voices'
import { usePreview } from '../../audio/use-preview.ts'
import { VoicePortrait } from '../../audio/voice-portrait.tsx'
import { Wave } from '../../audio/wave.tsx'
import { LoaderCircle, Phone, PhoneOff } from '../../ui/icons/icons.tsx'

const CALLER = VOICES.bill

/** A ringing phone: press it to hear what half past six could sound like. */
export function HeroPhone() {
  const { phase, toggle } = usePreview(CALLER.voiceId)
  const ringing = phase === 'idle'
  return (
    <div className={`relative mx-auto w-full max-w-[19rem] ${ringing ? 'motion-safe:animate-ring' : ''}`}>
      <div className="rounded-[2.75rem] border-[7px] border-[#04060d] bg-[#0c1428] p-6 text-[#f4ede1] shadow-2xl shadow-black/40">
        <p className="text-center text-sm text-[#b6bed3]">{ringing ? 'Incoming call' : CALLER.name}</p>
        <p className="tabular mt-2 text-center font-display text-6xl font-semibold tracking-tight">6:30</p>
        <p className="mt-1 text-center text-[#ffc477]">Reveille, for you</p>
        <div className="relative mx-auto my-7 size-32">
          {ringing && <RingWaves />}
          <VoicePortrait voiceId={CALLER.voiceId} className="relative size-32 rounded-full" />
        </div>
        <div className="flex h-16 items-center justify-center">
          {phase === 'playing' ? (
            <Wave moving className="h-12 text-[#ffb24d]" />
          ) : (
            <p className="text-center text-sm text-balance text-[#b6bed3]">
              {phase === 'loading' ? 'Picking up…' : `‘${CALLER.line}’`}
            </p>
          )}
        </div>
        <button
          type="button"
          onClick={toggle}
          className={`press mt-4 flex min-h-14 w-full items-center justify-center gap-3 rounded-full text-lg font-semibold ${ringing ? 'bg-[#ffb24d] text-[#1e1303] hover:bg-[#ffc477]' : 'bg-[#f0766a] text-[#220402] hover:bg-[#ff8f84]'}`}
        >
          <PhoneAction phase={phase} />
        </button>
      </div>
    </div>
  )
}

function PhoneAction({ phase }: { phase: 'idle' | 'loading' | 'playing' }) {
  if (phase === 'idle')
    return (
      <>
        <Phone aria-hidden="true" className="size-5 fill-current" /> Answer and listen
      </>
    )
  const Picture = phase === 'loading' ? LoaderCircle : PhoneOff
  return (
    <>
      <Picture aria-hidden="true" className={`size-5 ${phase === 'loading' ? 'animate-turn' : ''}`} /> Hang up
    </>
  )
}

function RingWaves() {
  return (
    <span aria-hidden="true" className="absolute inset-0">
      <span className="absolute inset-0 rounded-full border-2 border-[#ffb24d] opacity-0 motion-safe:animate-ring-wave" />
      <span className="absolute inset-0 rounded-full border border-[#ffb24d] opacity-0 [animation-delay:0.5s] motion-safe:animate-ring-wave" />
    </span>
  )
}
