import { expect, test } from 'vitest'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { changeCall } from './change-call.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('DASH-10 CALL-10 open pages hear of a changed call after its commit, never before', async () => {
  await using started = await startCalls({ now: NOW })
  const { services, published } = started
  const decided = await changeCall(services, { id: 2, userId: 2 }, async (_tx, { call, callee }) => {
    return { call: call.id, voice: callee.voice, heard: [...published] }
  })
  expect([decided, published]).toEqual([{ call: 2, voice: 'liam', heard: [] }, ['calls of 2']])
})

test('S46 a call whose account is gone is left unchanged', async () => {
  await using started = await startCalls({ now: NOW })
  const { services, db } = started
  const decide = (userId: number) => changeCall(services, { id: 1, userId }, async () => 'decided')
  expect(await decide(9)).toBeNull()
  await db.deleteFrom('calls').where('id', '=', 1).execute()
  expect(await decide(1)).toBeNull()
})
