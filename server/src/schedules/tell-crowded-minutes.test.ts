import type { Notices } from '@reveille/contract/notices'
import { expect, test } from 'vitest'
import type { Person, PersonOptions } from '../../test/harness/app/person.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'

const titles = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)

const TOLD = 'Your call on Sat, Jan 16 at 6:30 AM may ring a few minutes late'

test('S85 CALL-11 the evening before, the operator sees which minute is too full, and its people are told once', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const settings = { CALLS_PER_SECOND: '0.05' } // three a minute
  await using app = await startTestApp({ now: '2027-01-15T18:00:00Z', settings, logTo })
  const seen = async () => /^reveille_crowds_ahead (\d+)$/m.exec(await app.services.metrics.text())?.[1]
  const logged = () => lines.map((line) => JSON.parse(line) as { minutes?: unknown }).filter(({ minutes }) => minutes)
  const at = async (wakeupTime: string, options: PersonOptions = {}) => {
    const person = await app.person(options)
    people.push(person)
    return { person, schedule: await person.schedule({ wakeupTime, timezone: 'UTC' }) }
  }
  const people: Person[] = []
  for (let n = 0; n < 3; n++) await at('06:30')
  const skips = await at('06:30')
  const alone = await at('06:31')
  await skips.person.post(`/api/schedule/${skips.schedule.id}/skip`)
  await app.clock.advance({ hours: 1 })
  expect([await seen(), logged()]).toEqual(['0', []]) // exactly what the carrier can take

  const last = await at('06:30', { email: 'late@example.com', phone: '+4915123450085' })
  await app.clock.advance({ hours: 1 })
  expect(await seen()).toBe('1')
  expect(logged()).toMatchObject([{ level: 40, most: 3, minutes: [{ at: '2027-01-16T06:30:00.000Z', calls: 4 }] }])
  const told = [...people.slice(0, 3), last.person]
  for (const person of told) expect(await titles(person)).toEqual([TOLD])
  for (const { person } of [skips, alone]) expect(await titles(person)).not.toContain(TOLD)
  const { body } = await last.person.get<Notices>('/api/notices')
  expect(body.notices[0]?.text).toContain('up to 1 minute late')
  expect((await app.mailbox.mails('late@example.com')).map(({ subject }) => subject)).toContain(TOLD)

  await app.clock.advance({ hours: 2 })
  for (const person of told) expect(await titles(person)).toEqual([TOLD])
})
