import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { dumpDatabase, JOB_LIBRARY_NOTES } from '../../test/harness/database/dump-database.ts'

const SENTENCE =
  "This is Reveille, an automated wake-up service. Calling this number doesn't change anything. " +
  'To change your calls, open Reveille or press keys in the next call. Goodbye.'

test('WAKE-29 a caller to our number hears one sentence: no row changes, nobody is called, and the log has no number', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', logTo })
  const person = await app.person()
  await person.schedule({ wakeupTime: '09:30', timezone: 'Europe/Berlin' })
  await app.clock.advance({ seconds: 1 })
  const [before, logged] = [await dumpDatabase(app.services.db, JOB_LIBRARY_NOTES), lines.length]
  for (const number of [person.phone, '+12025550199']) {
    const call = await (await app.phone(number)).call()
    expect(await call.heard()).toEqual([{ verb: 'Say', text: SENTENCE }])
    expect(await call.status()).toBe('completed')
    expect(lines.slice(logged).join('')).not.toContain(number.slice(1))
  }
  expect(await dumpDatabase(app.services.db, JOB_LIBRARY_NOTES)).toBe(before)
  expect(lines.slice(logged).filter((line) => line.includes('incoming call'))).toHaveLength(2)
  await app.clock.advance({ hours: 2 })
  expect((await app.carrierLog()).filter(({ kind }) => kind === 'call-created')).toEqual([])
})
