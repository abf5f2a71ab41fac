import type { Progress } from '@reveille/contract/progress'
import { WEEKS } from '@reveille/core/calls/progress'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { shortDate } from '../../format/local-formats.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/form/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/**
 * DASH-9: twelve weeks as a row of sunrises, each sun as high as the share of answered mornings. Until there is one to see,
 * no panel of zeros.
 */
export function ProgressPanel({ progress: { data, error } }: { progress: UseQueryResult<Progress> }) {
  const failed = error !== null && data === undefined
  if (data?.bestStreak === 0 && data.weeks.every((week) => callsOf(week) === 0)) return null
  return (
    <section aria-labelledby="progress">
      <Card className="flex flex-col gap-5">
        <h2 id="progress" className="text-xl">
          Progress
        </h2>
        {failed && <ErrorText complaint={{ message: messageOf(error, "We couldn't load your progress.") }} />}
        {!failed && data === undefined && <Spinner label="Loading your progress..." />}
        {data && <FiguresAndPicture progress={data} />}
      </Card>
    </section>
  )
}

function FiguresAndPicture({ progress }: { progress: Progress }) {
  const { weeks } = progress
  return (
    <>
      <Figures progress={progress} />
      <div>
        <Dawns weeks={weeks} />
        <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-quiet">
          <span>{`${WEEKS - 1} weeks ago`}</span>
          <span>this week</span>
        </p>
      </div>
      <WeeksTable weeks={weeks} />
    </>
  )
}

type Tally = Progress['thisWeek']

const callsOf = ({ answered, unconfirmed, missed }: Tally): number => answered + unconfirmed + missed

function Figures({ progress: { thisWeek, streak, bestStreak } }: { progress: Progress }) {
  const { answered, unconfirmed, missed } = thisWeek
  const figures = [
    [streak, streak === 1 ? 'morning in a row' : 'mornings in a row'],
    [bestStreak, 'in a row at best'],
    [answered, `${calls(answered)} answered this week`],
    [unconfirmed, `${calls(unconfirmed)} not confirmed this week`],
    [missed, `${calls(missed)} missed this week`],
  ] as const
  return (
    <dl className="grid grid-cols-6 gap-x-3 gap-y-5">
      {figures.map(([figure, name], index) => (
        <div key={name} className={`flex flex-col-reverse justify-end ${index < 2 ? 'col-span-3' : 'col-span-2'}`}>
          <dt className="text-sm leading-snug text-quiet">{name}</dt>
          <dd className="tabular font-display text-4xl font-semibold">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

const calls = (count: number) => (count === 1 ? 'call' : 'calls')

const CELL = 28
const GROUND = 30

function Dawns({ weeks }: Pick<Progress, 'weeks'>) {
  return (
    <svg viewBox={`0 0 ${WEEKS * CELL} ${GROUND + 2}`} className="w-full" aria-hidden="true">
      {weeks.map((week, index) => {
        const { monday, answered } = week
        const planned = callsOf(week)
        const x = index * CELL + CELL / 2
        return (
          <g key={monday}>
            <clipPath id={`sky-${monday}`}>
              <rect x={x - CELL / 2} y="0" width={CELL} height={GROUND} />
            </clipPath>
            {planned > 0 && (
              <circle
                cx={x}
                cy={GROUND + 10 - (20 * answered) / planned}
                r="9"
                className="fill-sun"
                opacity={0.35 + (0.65 * answered) / planned}
                clipPath={`url(#sky-${monday})`}
              />
            )}
            <path d={`M${x - 11} ${GROUND}h22`} className="stroke-edge" strokeWidth="1.5" strokeLinecap="round" />
          </g>
        )
      })}
    </svg>
  )
}

function WeeksTable({ weeks }: Pick<Progress, 'weeks'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>{`Mornings of the last ${WEEKS} weeks`}</caption>
        <thead>
          <tr>
            <th>Week of</th>
            <th>Answered</th>
            <th>Not confirmed</th>
            <th>Missed</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ monday, answered, unconfirmed, missed }) => (
            <tr key={monday}>
              <th>{shortDate(monday, 'mon')}</th>
              <td>{answered}</td>
              <td>{unconfirmed}</td>
              <td>{missed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
