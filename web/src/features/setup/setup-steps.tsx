import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { daysBetween } from '@reveille/core/time/calendar'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { clockTime, shortDate } from '../../format/local-formats.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Check } from '../../ui/icons/page-icons.tsx'

/** `ready`: once nothing is left but the first call. */
type Props = { phoneVerified: boolean; hasPreferences: boolean; hadCall: boolean; ready: ReactNode }

/** Steps to the first call: always one next step, and how many are left. */
export function SetupSteps({ phoneVerified, hasPreferences, hadCall, ready }: Props) {
  const steps = [
    { name: 'Verify your phone', done: phoneVerified, to: paths.phone },
    { name: 'Tell us why you get up', done: hasPreferences, to: paths.preferences },
    { name: 'Schedule your first call', done: false, to: paths.schedule },
  ]
  const next = steps.find(({ done }) => !done)
  const left = steps.filter(({ done }) => !done).length
  if (phoneVerified && hasPreferences) return hadCall ? <NextMorning /> : ready
  return (
    <section aria-labelledby="setup" className="horizon horizon-1 rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9">
      <h2 id="setup" className="text-2xl sm:text-4xl">
        {`${left === 2 ? 'Two' : 'Three'} steps left before your first call`}
      </h2>
      <ol className="mt-5 flex flex-col gap-2.5 text-lg">
        {steps.map(({ name, done, to }, index) => (
          <li key={name} className="flex items-center gap-3">
            <span
              className={`grid size-8 shrink-0 place-items-center rounded-full font-display font-semibold ${done ? 'bg-sun text-on-sun' : 'border border-current'}`}
            >
              {done ? <Check aria-hidden="true" strokeWidth={3} className="size-4" /> : index + 1}
            </span>
            {to === next?.to ? name : <StepLink to={to}>{name}</StepLink>}
            {done && <span className="sr-only">(done)</span>}
          </li>
        ))}
      </ol>
      {next && (
        <ButtonLink to={next.to} className="mt-6">
          {next.name}
        </ButtonLink>
      )}
    </section>
  )
}

/** Only the next step has the button; the others stay open. */
function StepLink({ to, children }: { to: string; children: string }) {
  return (
    <Link href={to} className="underline decoration-1 underline-offset-4 hover:decoration-2">
      {children}
    </Link>
  )
}

/** For people who have had a call and have none coming. */
function NextMorning() {
  return (
    <section aria-labelledby="setup" className="horizon horizon-1 rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9">
      <h2 id="setup" className="text-2xl sm:text-4xl">
        When should we call next?
      </h2>
      <ButtonLink to={paths.schedule} className="mt-6">
        Set my next call
      </ButtonLink>
    </section>
  )
}

/** The welcome, and whether tomorrow is set; `schedules` is undefined while loading. */
export function welcomeWords(name: string | null, schedules: readonly Schedule[] | undefined): string {
  const first = name?.split(' ')[0]
  const welcome = first ? `Welcome, ${first}.` : 'Welcome.'
  return schedules === undefined ? welcome : `${welcome} ${nextMorning(schedules)}`
}

function nextMorning(schedules: readonly Schedule[]): string {
  const local = earliestNextCall(schedules)?.nextCallLocal ?? null
  const daysAway = local === null ? null : daysBetween(local.today, local.date)
  if (local === null || daysAway === null) return 'No call set for tomorrow yet.'
  if (daysAway === 0) return `We'll call you today at ${clockTime(local.time)}.`
  if (daysAway === 1) return "You're set for tomorrow."
  return `We'll call you on ${shortDate(local.date, local.weekday)}.`
}
