import { VOICES } from '@reveille/core/speech/voices'
import { useEffect, useRef } from 'react'
import { loudness, usePreview } from '../../audio/preview-player.ts'
import { RingingPortrait } from '../../audio/voice-portrait.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LoaderCircle, Phone, PhoneOff } from '../../ui/icons/icons.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'

const BARS = [0.35, 0.6, 0.85, 1, 0.75, 0.95, 0.55, 0.8, 0.4]
const STEP = 8

/** Moves with the loudness of the audio; flat when nothing plays. */
function Wave({ moving, className }: { moving: boolean; className?: string }) {
  const group = useRef<SVGGElement>(null)
  useEffect(() => {
    if (!moving) return
    let frame = requestAnimationFrame(draw)
    function draw() {
      const loud = 0.12 + 0.88 * loudness()
      for (const [index, bar] of [...(group.current?.children ?? [])].entries()) {
        bar.setAttribute('transform', `scale(1 ${loud * (BARS[index] ?? 1)})`)
      }
      frame = requestAnimationFrame(draw)
    }
    return () => cancelAnimationFrame(frame)
  }, [moving])
  return (
    <svg viewBox={`0 -20 ${BARS.length * STEP} 40`} className={className} aria-hidden="true">
      <g ref={group}>
        {BARS.map((bar, index) => (
          <path
            key={bar}
            d={`M${index * STEP + STEP / 2} -17v34`}
            transform={`scale(1 ${0.14 * bar})`}
            stroke="currentColor"
            strokeWidth="4"
            strokeLinecap="round"
          />
        ))}
      </g>
    </svg>
  )
}

const CALLER = VOICES.bill

/** A ringing phone: press it to hear what half past six could sound like. */
function HeroPhone() {
  const { phase, toggle } = usePreview(CALLER.voiceId)
  const ringing = phase === 'idle'
  return (
    <div className={`relative mx-auto w-full max-w-[19rem] ${ringing ? 'motion-safe:animate-ring' : ''}`}>
      <div className="rounded-[2.75rem] border-[7px] border-[#04060d] bg-[#0c1428] p-6 text-[#f4ede1] shadow-2xl shadow-black/40">
        <p className="text-center text-sm text-[#b6bed3]">{ringing ? 'Incoming call' : CALLER.name}</p>
        <p className="tabular mt-2 text-center font-display text-6xl font-semibold tracking-tight">6:30</p>
        <p className="mt-1 text-center text-[#ffc477]">Reveille, for you</p>
        <RingingPortrait voiceId={CALLER.voiceId} rings={ringing} className="mx-auto my-7 size-32" />
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

const TRY_IT = 'Try It Now – Free Wake-Up Call'

export function Hero() {
  return (
    <div className="horizon horizon-3">
      <div className="mx-auto grid max-w-6xl items-center *:min-w-0 gap-x-10 gap-y-12 px-4 pt-12 pb-32 sm:px-6 lg:grid-cols-[1.15fr_1fr] lg:pt-20">
        <div className="flex flex-col items-start gap-6">
          <PageTitle className="text-(length:--text-hero)! leading-[0.98]!">Your morning is calling.</PageTitle>
          <p className="max-w-xl text-lg sm:text-xl">
            Alarms are easy to ignore. A ringing phone isn't. Reveille places a real phone call at the minute you
            choose, in a voice you like, about the reason you want to be up.
          </p>
          <ButtonLink to={paths.signup} size="large">
            {TRY_IT}
          </ButtonLink>
          <p className="max-w-md">Your first call is free. No app, no password, no spam, no cold calls.</p>
        </div>
        <HeroPhone />
      </div>
    </div>
  )
}

export function ClosingCall() {
  return (
    <section aria-labelledby="closing" className="horizon horizon-4">
      <div className="mx-auto flex max-w-3xl flex-col items-center gap-6 px-4 pt-20 pb-32 text-center sm:px-6">
        <h2 id="closing" className="text-4xl sm:text-6xl">
          Sleep your 7-8 hours. We'll take the morning shift.
        </h2>
        <p className="max-w-xl text-lg">
          People who know they'll be woken sleep the whole 7-8 hours without checking the clock. Your first wake-up call
          is free.
        </p>
        <ButtonLink to={paths.signup} size="large">
          {TRY_IT}
        </ButtonLink>
        <p>No spam. No cold calls. Turn it off whenever you like.</p>
      </div>
    </section>
  )
}
