import type { Progress } from '@reveille/contract/calls'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-failure.ts'
import { Spinner } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorText } from '../../../ui/form/field.tsx'
import { MorningsPicture, MorningsTable } from './mornings-picture.tsx'

/** DASH-9. Until there is a morning to see, no panel of zeros. */
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
      <MorningsPicture weeks={weeks} />
      <MorningsTable weeks={weeks} />
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
