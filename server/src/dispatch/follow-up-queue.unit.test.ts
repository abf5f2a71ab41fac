import { expect, test } from 'vitest'
import type { Clock } from '../platform/clock/clock.ts'
import { FollowUpQueue } from './follow-up-queue.ts'
import type { LeasedCall } from './leases.sql.ts'

const call = (id: number, dialAt = 0) => ({ id, dialAt }) as LeasedCall

/** A queue whose owner finds the first call's next free slot `slots` ms ahead, one value a request, then a free one. */
function queueOf(slots: number[]) {
  const said = { now: 0, isTrusted: true, held: new Set<number>(), asked: [] as string[], letGo: [] as number[] }
  const clock = { now: () => said.now, until: async (at: number) => void (said.now = at) } as Clock
  const queue = new FollowUpQueue(clock, {
    isHeld: ({ id }) => said.held.has(id),
    mayAsk: () => said.isTrusted,
    async ask(calls, now) {
      said.asked.push(`${now}: ${calls.map(({ id }) => id).join(' ')}`)
      const slot = slots.shift()
      if (slot !== undefined && slot < 0) throw new Error('no database')
      return slot === undefined ? [] : [{ lease: calls[0]!, slotAt: now + slot }]
    },
    letGo: (calls) => void said.letGo.push(...calls.map(({ id }) => id)),
  })
  const add = (...calls: LeasedCall[]) => {
    for (const { id } of calls) said.held.add(id)
    return queue.add(calls)
  }
  return { said, queue, add }
}

test('WAKE-36 a follow-up without a slot asks again a second before the next free one, after 0.25 to 10 s', async () => {
  const { said, add } = queueOf([5_000, 1_000, 60_000])
  await add(call(1))
  expect(said.asked).toEqual(['0: 1', '4000: 1', '4250: 1', '14250: 1'])
})

test('WAKE-36 the earliest follow-ups ask first, and one whose lease is gone does not ask', async () => {
  const { said, queue, add } = queueOf([2_000])
  said.held.add(3)
  const adding = add(call(2, 20), call(1, 10), call(3, 30))
  const addingMore = add(call(4, 5)) // joins the next request
  said.held.delete(1)
  expect(queue.length).toBe(4)
  await Promise.all([adding, addingMore])
  expect(said.asked).toEqual(['0: 1 2 3', '1000: 4'])
})

test('CALL-1 CALL-3 a wrong clock or a failed request gives its follow-ups back, and later ones ask again', async () => {
  const { said, queue, add } = queueOf([-1])
  said.isTrusted = false
  await add(call(1), call(2))
  expect([said.asked, said.letGo]).toEqual([[], [1, 2]])
  said.isTrusted = true
  await expect(add(call(3))).rejects.toThrow('no database')
  expect([said.letGo, queue.length]).toEqual([[1, 2, 3], 0])
  await add(call(4))
  expect(said.asked).toEqual(['0: 3', '0: 4'])
})
