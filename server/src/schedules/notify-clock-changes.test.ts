import type { Notices } from '@reveille/contract/notices'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'

const titles = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)

/** A call on the morning on which the clocks change, and six o'clock of the evening before, both by the zone's clock. */
test.each([
  ['America/Los_Angeles', '2027-03-14', '2027-03-13T18:00:00-08:00', 'Sun, Mar 14'],
  ['Pacific/Auckland', '2027-09-26', '2027-09-25T18:00:00+12:00', 'Sun, Sep 26'],
  ['Pacific/Auckland', '2027-04-04', '2027-04-03T18:00:00+13:00', 'Sun, Apr 4'],
  ['Australia/Lord_Howe', '2027-10-03', '2027-10-02T18:00:00+10:30', 'Sun, Oct 3'],
])(
  'SCHED-13 SHELL-11 clocks of %s that change on %s are told of at six the evening before',
  async (timezone, date, evening, day) => {
    await using app = await startTestApp({
      now: new Date(Date.parse(evening) - 30 * 3_600_000).toISOString(),
      unheard: true,
    })
    const email = 'moved@example.com'
    const person = await app.person({ email })
    await person.schedule({ wakeupTime: '06:30', timezone, weekdays: ['sun'] })
    await person.schedule({ wakeupTime: '06:30', timezone, weekdays: ['mon'] })
    await app.clock.advance({ hours: 29, minutes: 59, seconds: 59 })
    expect(await titles(person)).toEqual([])
    await app.clock.advance({ seconds: 1 })
    const told = `The clocks change before your next call on ${day} at 6:30 AM`
    expect(await titles(person)).toEqual([told])
    await app.clock.advance({ hours: 2 })
    expect((await app.mailbox.mails(email)).map(({ subject }) => subject)).toEqual([told])
  },
)

test('SCHED-13 everybody whose clocks change in the same night is told at once, but for those who are not called', async () => {
  await using app = await startTestApp({ now: '2027-03-27T17:00:00+01:00', unheard: true })
  const people: Person[] = []
  for (let n = 0; n < 120; n++) people.push(await app.person())
  const [paused, skips] = people
  for (const person of people) {
    const { id } = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
    if (person === paused) await person.post(`/api/schedule/${id}/toggle`)
    if (person === skips) await person.post(`/api/schedule/${id}/skip`)
  }
  await app.clock.advance({ hours: 1 })
  const told = await app.services.db
    .selectFrom('notices')
    .select('user_id')
    .where('kind', '=', 'clocks-change')
    .execute()
  expect(told.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(
    people.slice(2).map(({ userId }) => userId),
  )
})
