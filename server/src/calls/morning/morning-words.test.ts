import type { MorningAnswered, OpenMorning } from '@reveille/contract/calls'
import { expect, test } from 'vitest'
import { startServed } from '../../../test/harness/app/start-served.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const TASKS = JSON.stringify(['123', '456', '789'].map((digits) => ({ kind: 'digits', digits })))

test('WAKE-16 S24 the dashboard responds with a message and asks again, and nobody answers for somebody else', async () => {
  await using started = await startServed({ now: NOW })
  const { person, call, occurrence } = started
  for (const id of [1, 2]) {
    await call(id, { stage: 'placed', ringing_at: new Date(NOW), tasks: TASKS })
    await occurrence(id, { proof: 'strict' })
  }
  const [one, two, stranger] = [await person(1), await person(2), await person(3)]
  const answer = (who: typeof one, round: number, text: string, callId = who.userId) =>
    who.post<MorningAnswered & { reason: string }>('/api/morning', { callId, round, answer: text })
  const told = async (...answered: Parameters<typeof answer>) => (await answer(...answered)).body

  expect((await one.get<OpenMorning>('/api/morning')).body).toMatchObject({ callId: 1, round: 1 })
  expect(await told(one, 1, '000', 1)).toMatchObject({
    outcome: 'wrong',
    message: "Not quite. Here's another one.",
    morning: { round: 2, task: { digits: '456' } },
  })
  expect(await told(one, 2, '456', 2)).toMatchObject({
    outcome: 'wrong',
    message: "That was for an earlier call. Here's the one for this call.",
    morning: { round: 2 },
  })
  expect(await told(one, 2, '456', 1)).toEqual({
    outcome: 'proven',
    message: "You're up. We'll check again in ten minutes.",
    morning: null,
  })
  expect(await answer(one, 2, '456')).toMatchObject({ status: 409, body: { reason: 'no-open-morning' } })

  for (const round of [1, 2]) await answer(two, round, '000')
  expect(await told(two, 3, '000')).toEqual({
    outcome: 'wrong',
    message: 'Not quite, and that was the last one for this call.',
    morning: null,
  })
  await call(2, { kind: 'second-check', task_round: 1 })
  expect(await told(two, 1, '123')).toMatchObject({ outcome: 'proven', message: "You're up. Have a good day!" })

  expect((await stranger.get('/api/morning')).body).toBeNull()
  expect((await answer(stranger, 1, '123', 1)).status).toBe(409)
})
