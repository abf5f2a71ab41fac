import type { Schedule } from '@reveille/contract/schedules'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { localDateTimeAt } from '@reveille/core/time/time-zone'
import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Queries, queryClient } from '../../../api/queries.tsx'
import { schedulePreview } from '../api.ts'
import { PreviewSentence } from './preview-sentence.tsx'
import { checkDraft, draftOf } from './schedule-draft.ts'

const draft = { ...draftOf(ANSWERS.saveSchedule[0] as Schedule), timezone: 'Etc/UTC', wakeupTime: '06:31' }
const CALLS = ['2027-01-15T06:31:00.000Z', '2027-01-16T06:31:00.000Z']

let isDown: boolean
let leave: () => void

/** An open form at 10:50 PM. Its queries have the timers that they otherwise have only in pages. */
beforeEach(() => {
  isDown = false
  vi.useFakeTimers({ now: Date.parse('2027-01-14T22:50:00Z') })
  vi.stubGlobal('fetch', answerByTime)
  environmentManager.setIsServer(() => false)
  const checked = checkDraft(draft)
  if (!checked.ok) throw new Error('not a schedule')
  leave = new QueryObserver(queryClient, schedulePreview(null, checked.schedule)).subscribe(() => undefined)
})

afterEach(() => {
  leave()
  queryClient.clear()
  environmentManager.setIsServer(() => true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function answerByTime(): Promise<Response> {
  if (isDown) throw new TypeError('no network')
  const headers = { date: new Date().toUTCString() }
  const nextCallAt = CALLS.find((at) => Date.parse(at) > Date.now())!
  const { date: today } = localDateTimeAt(Date.now(), 'Etc/UTC')
  const local = { ...localDateTimeAt(Date.parse(nextCallAt), 'Etc/UTC'), weekday: 'fri', today }
  return Response.json({ nextCallAt, local, warning: null, offUntil: null }, { headers })
}

/** The sentence once it's this time. */
async function sentenceAt(time: string): Promise<string> {
  await vi.advanceTimersByTimeAsync(Date.parse(time) - Date.now())
  const about = { id: null, areOff: false, isPaused: false, onUnknownZone: () => undefined }
  return renderToStaticMarkup(
    <Queries>
      <PreviewSentence draft={draft} {...about} />
    </Queries>,
  )
}

test('SCHED-1 NEXT-1 a form that stays open says the right day within half a minute of midnight and of its call', async () => {
  expect(await sentenceAt('2027-01-14T23:59:50Z')).toContain('Next call: tomorrow, 6 h 31 min from now.')
  expect(await sentenceAt('2027-01-15T00:00:30Z')).toContain('Next call: today, 6 h 30 min from now.')
  expect(await sentenceAt('2027-01-15T06:30:50Z')).toContain('Next call: today, less than a minute from now.')
  expect(await sentenceAt('2027-01-15T06:31:30Z')).toContain('Next call: tomorrow, 23 h 59 min from now.')
})

test('SCHED-1 without the server, an open form names no day that may be over, and asks again', async () => {
  expect(await sentenceAt('2027-01-14T23:59:50Z')).toContain('Next call: tomorrow')
  isDown = true
  const words = await sentenceAt('2027-01-15T00:00:30Z')
  expect(words).not.toContain('Next call')
  expect(words).toContain('We couldn&#x27;t work out your next call.')
  isDown = false
  expect(await sentenceAt('2027-01-15T00:01:00Z')).toContain('Next call: today')
})
