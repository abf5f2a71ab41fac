import type { CarrierState, MorningTask } from '@reveille/contract/calls'
import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { VOICES } from '@reveille/core/speech/voices'
import { HOUR_MS } from '@reveille/core/time/duration'
import type { ReactNode } from 'react'
import { type Silence, useSilence } from '../../api/contact.ts'
import { RingingPortrait } from '../../audio/voice-portrait.tsx'
import { clockTime, instantText, instantTime, nextCallText } from '../../format/local-formats.ts'
import { timeSpan } from '../../format/time-words.ts'
import { useInheritedFocus } from '../../ui/page/next-step.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { CallUnderway, Underway } from './follow-up-words.ts'

/** The sky's brightness from 0 (night) to 4 (ringing), by the time until the call (ms; null without one). */
export function dawnAt(leftMs: number | null): 0 | 1 | 2 | 3 | 4 {
  if (leftMs === null || leftMs > 12 * HOUR_MS) return 0
  if (leftMs > 4 * HOUR_MS) return 1
  if (leftMs > HOUR_MS) return 2
  return leftMs > HOUR_MS / 12 ? 3 : 4
}

type Props = {
  schedules: readonly Schedule[]
  morning: Underway | null
  task: MorningTask | null
  /** Undefined until it's known. */
  carrier: CarrierState | undefined
  /** Its person said that the last call, a sample, didn't ring out loud. */
  wasSilent: boolean
  withoutSchedules: ReactNode
}

/** The next call, or the one under way; the sky brightens as it nears. */
export function NextCallSky({ schedules, morning, task, carrier, wasSilent, withoutSchedules }: Props) {
  if (morning === null)
    return schedules.length > 0 ? <NextCall {...{ schedules, carrier, wasSilent }} /> : withoutSchedules
  return morning.at === null ? <RingingCall call={morning} task={task} /> : <FollowUp morning={morning} />
}

function NextCall({ schedules, carrier, wasSilent }: Pick<Props, 'schedules' | 'carrier' | 'wasSilent'>) {
  const next = earliestNextCall(schedules)
  const left = useLeft(next?.nextCallAt ?? null)
  return (
    <Sky title="Your next wake-up call" local={next?.nextCallLocal ?? null} leftMs={left}>
      <p className="text-lg">{nextCallText(schedules)}</p>
      <Countdown left={left} />
      {carrier && left !== null && left < TONIGHT_MS && <Tonight carrier={carrier} wasSilent={wasSilent} />}
    </Sky>
  )
}

/** How far ahead a call still counts as tonight's: it may be due late in the morning. */
const TONIGHT_MS = 18 * HOUR_MS

function Tonight({ carrier, wasSilent }: { carrier: CarrierState; wasSilent: boolean }) {
  const words = tonightWords({ ...carrier, wasSilent }, useSilence(), new Date(useNow(60_000)))
  const isClear = words?.startsWith(ALL_CLEAR) === true
  return (
    <>
      <p className="w-full text-sm empty:hidden">{isClear && words}</p>
      <p role="status" className="w-full font-semibold empty:hidden">
        {!isClear && words}
      </p>
    </>
  )
}

const ALL_CLEAR = 'Tonight: all clear'
const BACKUP = 'If you have to be up, set a backup alarm.'
const LAST_SIGNS = {
  worker: 'Our dialer last reported',
  carrier: 'The phone network last answered us',
  plan: 'We last planned your calls',
} as const

/** From 8 PM to 4 AM by this device's clock: whether tonight's call can leave. Null when there's nothing to add. */
export function tonightWords(
  state: CarrierState & Pick<Props, 'wasSilent'>,
  silence: Silence | null,
  now: Date,
): string | null {
  if ((now.getHours() < 20 && now.getHours() >= 4) || state.troubled) return null // the banner tells of trouble
  if (silence !== null) return silence.isLong ? `We can't confirm your next call. ${BACKUP}` : null
  if (state.unsure === null && state.wasSilent) return "Your phone didn't ring out loud last time."
  if (state.unsure === null) return `${ALL_CLEAR}, checked ${instantTime(new Date(state.checkedAt))}`
  const { part, since } = state.unsure
  const lastSign = since === null ? '' : ` ${LAST_SIGNS[part]} on ${instantText(new Date(since))}.`
  return `We can't confirm your next call.${lastSign} ${BACKUP}`
}

function FollowUp({ morning: { local, words, at } }: { morning: Exclude<Underway, CallUnderway> }) {
  const left = useLeft(at)
  return (
    <Sky title="Your wake-up call" local={local} leftMs={0}>
      <p className="text-lg font-semibold">{words}</p>
      <Countdown left={left} />
    </Sky>
  )
}

function RingingCall({ call, task }: { call: CallUnderway; task: MorningTask | null }) {
  const { isSample, local, words, voice, isRinging } = call
  const silence = useSilence()
  const { name } = VOICES[voice]
  return (
    <section aria-labelledby="next-call" className={`${SKY} horizon-4`}>
      <div className="flex flex-col gap-x-8 gap-y-6 sm:flex-row sm:items-center">
        <RingingPortrait voiceId={voice} rings={isRinging} className="m-4 size-28 shrink-0 sm:size-36" />
        <div className="min-w-0">
          <h2 id="next-call" className="text-5xl sm:text-7xl">
            {silence?.isLong ? `${words}, last we knew` : words}
          </h2>
          <p className="mt-3 text-lg">
            {isSample ? `Your sample call with ${name}.` : `Your ${clockTime(local.time)} call with ${name}.`}
          </p>
          {isRinging && <p className="text-lg font-semibold">{pickUpWords(isSample, task)}</p>}
        </div>
      </div>
      <Reconnecting silence={silence} />
    </section>
  )
}

function pickUpWords(isSample: boolean, task: MorningTask | null): string {
  if (isSample || task === null) return 'Pick up and listen.'
  return task.kind === 'button' ? 'Pick up and press 1.' : 'Pick up and type the digits we ask for.'
}

const SKY = 'horizon horizon-card rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9'

type SkyProps = { title: string; local: LocalMoment | null; leftMs: number | null; children: ReactNode }

function Sky({ title, local, leftMs, children }: SkyProps) {
  const silence = useSilence()
  const heading = useInheritedFocus()
  const [time, half] = local === null ? [] : clockTime(local.time).split(' ')
  return (
    <section aria-labelledby="next-call" className={`${SKY} horizon-${dawnAt(leftMs)}`}>
      <h2 ref={heading} id="next-call" tabIndex={-1} className="font-sans text-base font-semibold tracking-normal">
        {silence?.isLong ? `${title}, last we knew` : title}
      </h2>
      {time !== undefined && (
        <p
          aria-hidden="true"
          className="tabular mt-1 font-display text-(length:--text-time) leading-none font-semibold tracking-tighter"
        >
          {time}
          <span className="ml-2 text-[0.4em] tracking-normal">{half}</span>
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">{children}</div>
      <Reconnecting silence={silence} />
    </section>
  )
}

function Reconnecting({ silence }: { silence: Silence | null }) {
  return (
    <p role="status" className="text-sm empty:hidden">
      {silence && reconnectingWords(silence)}
    </p>
  )
}

function reconnectingWords({ lastHeard }: Silence): string {
  return lastHeard === null ? 'Reconnecting…' : `Reconnecting… This is from ${instantTime(new Date(lastHeard))}.`
}

/** No countdown to a call that can't be confirmed. */
function Countdown({ left }: { left: number | null }) {
  if (useSilence()?.isLong || left === null) return null
  return (
    <p className="tabular font-display text-xl font-semibold sm:text-3xl">
      {left === 0 ? 'Any moment now' : `In ${timeSpan(left)}`}
    </p>
  )
}

/** The time until an instant (ms), never negative. */
function useLeft(at: string | null): number | null {
  const now = useNow(10_000)
  return at === null ? null : Math.max(0, Date.parse(at) - now)
}
