import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { changeCall } from './change-call.ts'

test('DASH-10 CALL-10 whatever is decided about a call, open pages hear of it, and not before its commit', async () => {
  await using app = await startTestApp({ unheard: true, now: '2027-01-15T06:20:00+01:00' })
  const person = await app.person()
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const { id } = await app.services.db.selectFrom('calls').select('id').executeTakeFirstOrThrow()
  const heard: string[] = []
  app.services.live.subscribe(person.userId, (changed) => heard.push(changed))

  const beforeCommit = await changeCall(app.services, { id, userId: person.userId }, async () => [...heard])
  expect(beforeCommit).toEqual([])
  expect(heard).toEqual(['calls'])
})
