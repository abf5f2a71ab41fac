import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'

test("OPS-1 the log follows a call by ids alone: planned, ended, and the morning's outcome", async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', logTo })
  const person = await app.person({ email: 'sleeper@example.com', name: 'Robin' })
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  await app.clock.advance({ minutes: 10 })
  await (await phone.expectCall()).fail({ sip: 404 })
  const said = (what: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === what)

  const [planned] = said('call planned')
  const { callId, occurrenceId } = planned!
  const { userId } = person
  expect(planned).toMatchObject({ userId, kind: 'first', dueAt: '2027-01-15T05:30:00.000Z' })
  const carrierCallId = expect.stringMatching(/^CA[0-9a-f]{32}$/)
  const failed = { status: 'failed', failure: 'number-refused', lateMs: 0 }
  expect(said('call ended')).toMatchObject([{ callId, userId, occurrenceId, carrierCallId, ...failed }])
  expect(said('occurrence ended')).toMatchObject([{ occurrenceId, userId, outcome: 'failed', by: 'call' }])
  expect(lines.join('')).not.toMatch(/Robin|sleeper@|\+4915/)
})
