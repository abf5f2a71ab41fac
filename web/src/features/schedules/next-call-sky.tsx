import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall, nextCallText, twelveHour } from '@reveille/core/schedules/next-call-text'
import { timeSpan } from '../../format/time-words.ts'
import { useNow } from '../../ui/use-now.ts'
import { dawnAt } from './dawn.ts'

/** The next call at a glance: the nearer it is, the brighter the sky. */
export function NextCallSky({ schedules }: { schedules: readonly Schedule[] }) {
  const now = useNow(10_000)
  const next = earliestNextCall(schedules)
  const leftMs = next?.nextCallAt ? Math.max(0, Date.parse(next.nextCallAt) - now) : null
  const [time, half] = next?.nextCallLocal ? twelveHour(next.nextCallLocal.time).split(' ') : []
  return (
    <section
      aria-labelledby="next-call"
      className={`horizon horizon-${dawnAt(leftMs)} rounded-[1.75rem] px-6 pt-7 pb-20 sm:px-9`}
    >
      <h2 id="next-call" className="font-sans text-base font-semibold tracking-normal">
        Your next wakeup call
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
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-lg">{nextCallText(schedules)}</p>
        {leftMs !== null && (
          <p className="tabular font-display text-xl font-semibold sm:text-3xl">
            {leftMs === 0 ? 'It is ringing now.' : `In ${timeSpan(leftMs)}`}
          </p>
        )}
      </div>
    </section>
  )
}
