import type { Schedule } from '@reveille/contract/schedules'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Queries } from '../../../api/queries.tsx'
import { DaysOffDialog } from './days-off-dialog.tsx'

test.each([
  ['2027-01-14', '2027-01-15'],
  ['2027-12-31', '2028-01-01'],
] as const)('WAKE-24 the dialog starts from the day after %s, today where the next call rings: %s', (today, next) => {
  const nextCallLocal = { date: next, time: '06:30', weekday: 'mon', today } as const
  const schedule = { ...(ANSWERS.saveSchedule[0] as Schedule), isActive: true, nextCallLocal }
  const dialog = renderToStaticMarkup(
    <Queries>
      <DaysOffDialog schedules={[schedule]} onClose={() => undefined} />
    </Queries>,
  )
  expect([...dialog.matchAll(/<input[^>]*type="date"[^>]*value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
    next,
    next,
  ])
})
