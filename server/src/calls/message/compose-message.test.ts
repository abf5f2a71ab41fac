import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { quickVoice } from '../../../test/harness/outside/quick-voice.ts'
import { eraseAccount } from '../../accounts/deletion/delete-account.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { beginDialogue } from '../callbacks/call-dialogue.ts'
import { findCall } from '../calls.sql.ts'
import { messageRequest } from './compose-message.ts'

const timezone = 'Europe/Berlin'

/** What the message of the newest call is composed from. */
async function newestRequest({ services: { db } }: TestApp) {
  const { id } = await db.selectFrom('calls').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const call = await findCall(db, id)
  return inTransaction(db, (tx) => messageRequest(tx, call!))
}

test('CALL-6 the facts of a morning come from those before it, and from the clocks', async () => {
  await using app = await startTestApp({ now: '2027-03-24T05:00:00Z' })
  app.services.speech = [quickVoice]
  const ada = await app.person({ name: 'Ada' })
  await ada.schedule({ wakeupTime: '06:30', timezone, callRetry: false })
  const phone = await app.phone(ada.phone)
  const occasions: unknown[] = []
  for (const isUp of [true, false, true, true, true]) {
    await app.clock.advance({ minutes: 29 })
    occasions.push((await newestRequest(app))?.occasion)
    await app.clock.advance({ minutes: 1 })
    const ring = await phone.expectCall()
    if (isUp) {
      await ring.pickUp()
      await ring.press('1')
    } else await ring.decline()
    await app.clock.advance({ hours: occasions.length === 4 ? 22 : 23, minutes: 30 })
  }
  // Wednesday to Sunday; on Sunday night the clocks go forward.
  expect(occasions).toEqual(['firstCall', null, 'afterMissed', null, 'clocksForward'])
})

test('WAKE-10 a follow-up knows which call of its morning it is, and which try; dates are read as its owner writes them', async () => {
  await using app = await startTestApp({ now: '2027-01-15T05:00:00Z' })
  app.services.speech = [quickVoice]
  const ada = await app.person({ name: 'Ada' })
  await ada.schedule({ wakeupTime: '06:30', timezone })
  const phone = await app.phone(ada.phone)
  await app.clock.advance({ minutes: 30 })
  const first = await phone.expectCall()
  await first.pickUp()
  await first.press('2')
  await app.clock.advance({ minutes: 9, seconds: 10 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ seconds: 60 })
  expect(await newestRequest(app)).toMatchObject({ kind: 'retry', attempt: 3, tryNumber: 2, dateOrder: 'day-first' })
})

test('S46 a call whose account is deleted while it rings is told to hang up when it is picked up', async () => {
  await using app = await startTestApp({ unheard: true, now: '2027-01-15T05:00:00Z' })
  const ada = await app.person({ name: 'Ada' })
  await ada.schedule({ wakeupTime: '06:30', timezone })
  await app.clock.advance({ minutes: 29 })
  const { services } = app
  const { id } = await services.db.selectFrom('calls').select('id').executeTakeFirstOrThrow()
  const read = (await findCall(services.db, id))!
  // Half of the deletion, as a request sees it that began before.
  await services.db.updateTable('calls').set({ script: null, stage: 'placed' }).execute()
  await services.db.deleteFrom('personalizations').execute()
  const line = { token: read.token, carrierCallId: null, answerPath: () => '' }
  expect((await beginDialogue(services, line, false)).steps).toEqual([{ do: 'hang-up' }])
  await inTransaction(services.db, (tx) => eraseAccount(services, tx, ada.userId))
  expect(await inTransaction(services.db, (tx) => messageRequest(tx, read))).toBeNull()
})
