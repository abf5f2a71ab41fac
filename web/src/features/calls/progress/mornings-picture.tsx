import type { Progress } from '@reveille/contract/calls'
import { WEEKS } from '@reveille/core/calls/progress'
import { addDays } from '@reveille/core/time/calendar'
import { shortWeekdayName, weekdayName } from '@reveille/core/time/weekday'
import { shortDate } from '../../../format/local-formats.ts'
import { FROM_MONDAY } from '../../../format/time-words.ts'

type Weeks = Progress['weeks']
type Morning = NonNullable<Weeks[number]['days']>[number]

const WORDS = { answered: 'Answered', unconfirmed: 'Not confirmed', missed: 'Missed' } as const
/** Room for the names of the days, and of one morning. */
const NAMES = 40
const CELL = 24

/** DASH-9: a column a week, a row a weekday. A sun is up, half up, or a ring where it never rose: no meaning by colour alone. */
export function MorningsPicture({ weeks }: { weeks: Weeks }) {
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

/** The same to be heard. */
export function MorningsTable({ weeks }: { weeks: Weeks }) {
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
