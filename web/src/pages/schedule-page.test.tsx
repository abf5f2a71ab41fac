import type { Schedule } from '@reveille/contract/schedules'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { Queries, queryClient } from '../api/queries.tsx'
import { scheduleList, schedulePreview } from '../features/schedules/api.ts'
import { checkDraft, draftOf } from '../features/schedules/form/schedule-draft.ts'
import { SchedulePage } from './schedule-page.tsx'

afterEach(() => queryClient.clear())

/** The page that edits it, once the server has answered when it would ring. */
function editorOf(schedule: Schedule): string {
  const checked = checkDraft(draftOf(schedule))
  if (!checked.ok) throw new Error('not a schedule')
  queryClient.setQueryData(scheduleList.queryKey, [schedule])
  queryClient.setQueryData(schedulePreview(schedule.id, checked.schedule).queryKey, ANSWERS.previewSchedule[0] as never)
  return renderToStaticMarkup(
    <Router ssrPath={`/schedule-call?id=${schedule.id}`}>
      <Queries>
        <SchedulePage />
      </Queries>
    </Router>,
  )
}

test.each([
  ['an active schedule says when it rings next', true, 'Next call: '],
  ['a paused one promises no call, since saving doesn’t resume it', false, 'Paused. Resume it on the dashboard'],
])('SCHED-1 SCHED-8 the form of %s', (_case, isActive, words) => {
  const page = editorOf({ ...(ANSWERS.saveSchedule[0] as Schedule), isActive })
  expect(/Next call: |Paused\. Resume it on the dashboard/.exec(page)?.[0]).toBe(words)
})
