import type { Progress } from '@reveille/contract/calls'
import { WEEKS } from '@reveille/core/calls/progress'
import { addDays } from '@reveille/core/time/calendar'
import { shortWeekdayName, weekdayName } from '@reveille/core/time/weekday'
import type { UseQueryResult } from '@tanstack/react-query'
import { shortDate } from '../../format/local-formats.ts'
import { FROM_MONDAY } from '../../format/time-words.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'

type Weeks = Progress['weeks']
type Morning = NonNullable<Weeks[number]['days']>[number]

const WORDS = { answered: 'Answered', unconfirmed: 'Not confirmed', missed: 'Missed' } as const
/** Room for the names of the days, and of one morning. */
const NAMES = 40
const CELL = 24

/** A column a week, a row a weekday. The sun's shape, not only its color, tells up, half up and missed. */
function MorningsPicture({ weeks }: { weeks: Weeks }) {
  return (
    <div aria-hidden="true">
      <svg viewBox={`0 0 ${NAMES + WEEKS * CELL} ${7 * CELL}`} className="w-full">
        {FROM_MONDAY.map((weekday, row) => (
          <text key={weekday} x="0" y={(row + 0.5) * CELL + 4.5} className="fill-quiet text-[13px]">
            {row % 2 === 0 && shortWeekdayName(weekday)}
          </text>
        ))}
        {weeks.map(({ monday, days = [] }, column) =>
          days.map((morning, row) => (
            <Sun
              key={addDays(monday, row)}
              morning={morning}
              x={NAMES + (column + 0.5) * CELL}
              y={(row + 0.5) * CELL}
            />
          )),
        )}
      </svg>
      <p className="mt-1 flex justify-between pl-[12%] text-sm text-quiet">
        <span>{`${WEEKS - 1} weeks ago`}</span>
        <span>this week</span>
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-quiet">
        {(['answered', 'unconfirmed', 'missed'] as const).map((morning) => (
          <li key={morning} className="flex items-center gap-1.5">
            <svg viewBox="0 0 24 24" className="size-5">
              <Sun morning={morning} x={12} y={12} />
            </svg>
            {WORDS[morning]}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Sun({ morning, x, y }: { morning: Morning; x: number; y: number }) {
  if (morning === 'answered') return <circle cx={x} cy={y} r="8" className="fill-sun" />
  if (morning === 'unconfirmed')
    return <path d={`M${x - 8} ${y + 3}a8 8 0 0 1 16 0z`} className="fill-sun stroke-edge" strokeWidth="1" />
  if (morning === 'missed') return <circle cx={x} cy={y} r="7" className="fill-none stroke-edge" strokeWidth="2" />
  return <circle cx={x} cy={y} r="1.5" className="fill-edge" />
}

/** For screen readers. */
function MorningsTable({ weeks }: { weeks: Weeks }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{`Mornings of the last ${WEEKS} weeks`}</caption>
        <thead>
          <tr>
            <th>Week of</th>
            {FROM_MONDAY.map((weekday) => (
              <th key={weekday}>{weekdayName(weekday)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ monday, days = [] }) => (
            <tr key={monday}>
              <th>{shortDate(monday, 'mon')}</th>
              {days.map((morning, day) => (
                <td key={addDays(monday, day)}>{morning === null ? 'No call' : WORDS[morning]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Hidden until the first answered morning. */
export function ProgressPanel({ progress }: { progress: UseQueryResult<Progress> }) {
  const { data, error } = progress
  if (data?.bestStreak === 0) return null
  // If a refetch fails, the figures shown are still right.
  const query = { data, error: data === undefined ? error : null }
  return (
    <section aria-labelledby="progress">
      <Card className="flex flex-col gap-5">
        <h2 id="progress" className="text-xl">
          Progress
        </h2>
        <Loaded query={query} loading="Loading your progress..." otherwise="We couldn't load your progress.">
          {(shown) => (
            <>
              <Figures progress={shown} />
              <MorningsPicture weeks={shown.weeks} />
              <MorningsTable weeks={shown.weeks} />
            </>
          )}
        </Loaded>
      </Card>
    </section>
  )
}

function Figures({ progress: { thisWeek, streak, bestStreak } }: { progress: Progress }) {
  const { answered, unconfirmed, missed } = thisWeek
  return (
    <div>
      <p className="tabular font-display text-3xl font-semibold">{`${streak}-morning streak`}</p>
      <p className="mt-1 text-quiet">{`Best streak ${bestStreak} · This week: ${answered} up, ${unconfirmed} unconfirmed, ${missed} missed`}</p>
    </div>
  )
}
