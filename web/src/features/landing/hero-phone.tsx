import { sentencesOf } from '@reveille/core/message/sentence'
import { VOICES } from '@reveille/core/speech/voices'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { loudness, usePreview } from '../../audio/preview-player.ts'
import { RingingPortrait } from '../../audio/voice-portrait.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { LoaderCircle, Phone, PhoneOff } from '../../ui/icons/icons.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'

const BARS = [0.35, 0.6, 0.85, 1, 0.75, 0.95, 0.55, 0.8, 0.4]
const STEP = 8

function Wave() {
  const group = useRef<SVGGElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(draw)
    function draw() {
      const loud = 0.12 + 0.88 * loudness()
      for (const [index, bar] of [...(group.current?.children ?? [])].entries()) {
        bar.setAttribute('transform', `scale(1 ${loud * (BARS[index] ?? 1)})`)
      }
      frame = requestAnimationFrame(draw)
    }
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <svg viewBox={`0 -20 ${BARS.length * STEP} 40`} className="h-6 shrink-0 text-[#ffb24d]" aria-hidden="true">
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

function HeroPhone() {
  const { phase, progress, toggle } = usePreview(CALLER.voiceId)
  const [heard, setHeard] = useState(false)
  if (phase === 'playing' && !heard) setHeard(true)
  const idle = phase === 'idle'
  const ringing = idle && !heard
  const Picture = PICTURES[phase]
  return (
    <div className={`relative mx-auto w-full max-w-[19rem] ${ringing ? 'motion-safe:animate-ring' : ''}`}>
      <div className="rounded-[2.75rem] border-[7px] border-[#04060d] bg-[#0c1428] p-5 text-[#f4ede1] shadow-2xl shadow-black/40 lg:p-6">
        <div className="flex items-center gap-5 lg:flex-col-reverse lg:gap-0 lg:text-center">
          <RingingPortrait voiceId={CALLER.voiceId} rings={ringing} className="size-20 lg:mt-11 lg:mb-7 lg:size-32" />
          <div>
            <p className="text-sm text-[#b6bed3]">{ringing ? 'Incoming call' : CALLER.name}</p>
            <p className="tabular font-display text-4xl font-semibold tracking-tight lg:mt-2 lg:text-6xl">6:30</p>
            <p className="text-sm text-[#ffc477] lg:mt-1 lg:text-base">Reveille, for you</p>
          </div>
        </div>
        <div className="flex h-22 flex-col items-center justify-center gap-1 text-center text-balance">
          {phase === 'playing' && (
            <>
              <Wave />
              <Caption progress={progress} />
            </>
          )}
          {phase === 'loading' && <p className="text-sm text-[#b6bed3]">Picking up…</p>}
          {ringing && <p className="text-sm text-[#b6bed3]">{`“${CALLER.line}”`}</p>}
          {idle && heard && (
            <>
              <p className="text-sm text-[#b6bed3]">That's a wake-up call.</p>
              <Link href={paths.signup} className="font-semibold text-[#ffc477] underline underline-offset-4">
                Get a real one →
              </Link>
            </>
          )}
        </div>
        <button
          type="button"
          onClick={toggle}
          className={`press flex min-h-14 w-full items-center justify-center gap-3 rounded-full text-lg font-semibold lg:mt-4 ${idle ? 'bg-[#ffb24d] text-[#1e1303] hover:bg-[#ffc477]' : 'bg-[#f0766a] text-[#220402] hover:bg-[#ff8f84]'}`}
        >
          <Picture className={`size-5 ${MOVES[phase]}`} /> {idle ? 'Answer and listen' : 'Hang up'}
        </button>
      </div>
    </div>
  )
}

const SENTENCES = sentencesOf(CALLER.preview).map((text) => ({ text, from: CALLER.preview.indexOf(text) }))

/** The sentence being said, word by word, for those who can't turn the sound on. */
function Caption({ progress }: { progress: number }) {
  const said = Math.round(progress * CALLER.preview.length)
  const { text, from } = SENTENCES.findLast((sentence) => sentence.from <= said)!
  const end = text.indexOf(' ', said - from)
  const spoken = end < 0 ? text.length : end
  return (
    <p className="text-sm">
      {text.slice(0, spoken)}
      <span className="text-[#8d97b3]">{text.slice(spoken)}</span>
    </p>
  )
}

const PICTURES = { idle: Phone, loading: LoaderCircle, playing: PhoneOff }
const MOVES = { idle: 'fill-current', loading: 'animate-turn', playing: '' }

/** The served page says which of the two shows. */
function Start() {
  return (
    <>
      <ButtonLink to={paths.signup} size="large">
        Try It Now – Free Wake-Up Call
      </ButtonLink>
      <ButtonLink to={paths.login} size="large" className="private">
        Log in
      </ButtonLink>
    </>
  )
}

export function Hero() {
  return (
    <div className="horizon horizon-3">
      <div className="mx-auto grid max-w-6xl items-center *:min-w-0 gap-x-10 gap-y-8 px-4 pt-6 pb-32 sm:px-6 sm:gap-y-12 sm:pt-12 lg:grid-cols-[1.15fr_1fr] lg:pt-20">
        <div className="flex flex-col items-start gap-4 sm:gap-6">
          <PageTitle className="text-(length:--text-hero)! leading-[0.98]!">Your morning is calling.</PageTitle>
          <p className="max-w-xl text-lg sm:text-xl">
            Alarms are easy to ignore. A ringing phone isn't. Reveille places a real phone call at the minute you
            choose, in a voice you like, about the reason you want to be up.
          </p>
          <Start />
          <p className="max-w-md">
            Your first call is free. No app, no password, no spam, no cold calls. No card needed. If calls ever cost
            something, we'll tell you first.
          </p>
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
          Get your <span className="whitespace-nowrap">7–8 hours.</span> We'll take the morning shift.
        </h2>
        <p className="max-w-xl text-lg">
          When you know you'll be woken up, you can sleep your full 7–8 hours without checking the clock. Your first
          wake-up call is free.
        </p>
        <Start />
        <p>No spam. No cold calls. Turn it off whenever you like.</p>
      </div>
    </section>
  )
}
