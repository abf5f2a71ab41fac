import type { Call } from '@reveille/contract/calls'
import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { MINUTE_MS } from '@reveille/core/time/duration'
import type { ReactNode } from 'react'
import { type Silence, useSilence } from '../../api/contact.ts'
import { clockTime, instantTime, nextCallText } from '../../format/local-formats.ts'
import { timeSpan } from '../../format/time-words.ts'
import { useNow } from '../../ui/use-now.ts'
import { underway, type Underway } from './follow-up-words.ts'

const HOUR_MS = 3_600_000

/** The sky's brightness from 0 (night) to 4 (ringing), by the time until the call (ms; null without one). */
export function dawnAt(leftMs: number | null): 0 | 1 | 2 | 3 | 4 {
  if (leftMs === null || leftMs > 12 * HOUR_MS) return 0
  if (leftMs > 4 * HOUR_MS) return 1
  if (leftMs > HOUR_MS) return 2
  return leftMs > HOUR_MS / 12 ? 3 : 4
}

type Props = { schedules: readonly Schedule[]; calls: readonly Call[]; withoutSchedules: ReactNode }

/** The next call, or the one under way; the sky brightens as it nears. */
export function NextCallSky({ schedules, calls, withoutSchedules }: Props) {
  const morning = underway(schedules, calls, useNow(MINUTE_MS))
  if (morning !== null) return <MorningUnderWay morning={morning} />
  return schedules.length > 0 ? <NextCall schedules={schedules} /> : withoutSchedules
}

function NextCall({ schedules }: Pick<Props, 'schedules'>) {
  const next = earliestNextCall(schedules)
  const left = useLeft(next?.nextCallAt ?? null)
  return (
    <Sky title="Your next wakeup call" local={next?.nextCallLocal ?? null} leftMs={left}>
      <p className="text-lg">{nextCallText(schedules)}</p>
      {left !== null && <Countdown>{left === 0 ? 'Any moment now' : `In ${timeSpan(left)}`}</Countdown>}
    </Sky>
  )
}

function MorningUnderWay({ morning: { isSample, local, words, at } }: { morning: Underway }) {
  const left = useLeft(at)
  return (
    <Sky title={isSample ? 'Your sample call' : 'Your wakeup call'} local={local} leftMs={0}>
      <p role="status" className="text-lg font-semibold">
        {words}
      </p>
      {left !== null && <Countdown>{left === 0 ? 'Any moment now' : `In ${timeSpan(left)}`}</Countdown>}
    </Sky>
  )
}

type SkyProps = { title: string; local: LocalMoment | null; leftMs: number | null; children: ReactNode }

function Sky({ title, local, leftMs, children }: SkyProps) {
  const silence = useSilence()
  const [time, half] = local === null ? [] : clockTime(local.time).split(' ')
  return (
    <section
      aria-labelledby="next-call"
      className={`horizon horizon-${dawnAt(leftMs)} rounded-[1.75rem] px-6 pt-7 pb-20 sm:px-9`}
    >
      <h2 id="next-call" className="font-sans text-base font-semibold tracking-normal">
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
      <p role="status" className="text-sm empty:hidden">
        {silence && reconnectingWords(silence)}
      </p>
    </section>
  )
}

/** The age of the data, once the page may have missed something. */
function reconnectingWords({ lastHeard }: Silence): string {
  return lastHeard === null ? 'Reconnecting…' : `Reconnecting… This is from ${instantTime(new Date(lastHeard))}.`
}

/** No countdown to a call that can't be confirmed. */
function Countdown({ children }: { children: string }) {
  if (useSilence()?.isLong) return null
  return <p className="tabular font-display text-xl font-semibold sm:text-3xl">{children}</p>
}

/** The time until an instant (ms), never negative. */
function useLeft(at: string | null): number | null {
  const now = useNow(10_000)
  return at === null ? null : Math.max(0, Date.parse(at) - now)
}
