import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { why } from './why.ts'

const NAMES = ['answered', 'unconfirmed', 'missed', 'busy', 'refused', 'misconfigured', 'doubted', 'skipped'] as const
const DAY = '2027-01-15'

/** Eight people's calls at 6:30, each with a different end. One is explained while still in doubt. */
async function eightMornings() {
  const app = await startTestApp({ now: '2027-01-15T06:20:00+01:00' })
  const told: Partial<Record<(typeof NAMES)[number], string>> = {}
  const tell = async (name: (typeof NAMES)[number]) =>
    (told[name] = (await why(app.services, `${name}@example.com`, DAY)).lines.join('\n'))
  const people = await Promise.all(
    NAMES.map(async (name, index) => {
      const person = await app.person({ email: `${name}@example.com`, phone: `+491555570010${index}` })
      const schedule = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
      return { name, person, schedule, phone: await app.phone(person.phone) }
    }),
  )
  const of = (name: string) => people.find((each) => each.name === name)!
  const { add } = faults(app.sandbox.url)
  await add({ fault: 'refuse', code: 21211, to: of('refused').person.phone, times: null })
  await add({ fault: 'refuse', code: 20003, status: 401, to: of('misconfigured').person.phone, times: null })
  await add({ fault: 'accept-then-5xx', to: of('doubted').person.phone })
  await add({ fault: 'callback-lost', to: of('doubted').person.phone, times: 2 })
  await of('skipped').person.post(`/api/schedule/${of('skipped').schedule.id}/skip`)
  await app.clock.advance({ minutes: 10, seconds: 1 })
  await tell('doubted')
  const call = async (name: string) => of(name).phone.expectCall()
  const answered = await call('answered')
  await answered.pickUp()
  await answered.press('1')
  const unconfirmed = await call('unconfirmed')
  await unconfirmed.pickUp()
  await unconfirmed.hangUp({ afterSeconds: 20 })
  await (await call('missed')).letRing()
  await (await call('busy')).busy()
  await (await call('doubted')).letRing()
  await app.clock.advance({ minutes: 5 })
  await (await call('unconfirmed')).letRing()
  await app.clock.advance({ minutes: 20 })
  for (const name of NAMES) if (name !== 'doubted') await tell(name)
  return { app, people, told: told as Record<(typeof NAMES)[number], string> }
}

test('OPS-2 why says in plain words how a morning ended, for eight different ends', async () => {
  const { app, told, people } = await eightMornings()
  await using _ = app
  expect(told.answered).toMatch(
    /Answered: they proved that they were up at 06:3\d:\d\d\.\n.*CA[0-9a-f]{32} at the carrier/s,
  )
  expect(told.unconfirmed).toContain('Unconfirmed: somebody picked up, but nobody proved that they were up.')
  expect(told.missed).toContain('Missed: we called once, and nobody picked up.')
  expect(told.busy).toContain('Missed: we called once, and the line was busy or declined each time.')
  expect(told.refused).toContain(
    "Failed: The phone network doesn't accept this number. They can check it in Account. The carrier's answer was 400/21211.",
  )
  expect(told.misconfigured).toMatch(/Failed: .*The carrier's answer was 401\/20003\. Run npm run check-setup/)
  expect(told.doubted).toContain("In doubt: the carrier gave no clear answer, so we don't know whether the phone rang.")
  expect(told.skipped).toMatch(/Skipped: they skipped this call at 06:20:00, so nothing was dialed\.$/)
  const { body } = await people[0]!.person.get<{ activity: { what: string }[] }>('/api/account/activity')
  // Fifteen seconds each, since the last try may be the one that ends it.
  expect(told.misconfigured).toMatch(
    /06:30:15 Tried (38 more times until 06:39:30|39 more times until 06:39:45) \[401\/20003\]/,
  )
  expect(JSON.stringify(body)).toContain('Support looked into your calls')
  const { lines } = await why(app.services, 'answered@example.com', '2027-01-20')
  expect(lines.join('\n')).toMatch(
    /No call was due on 2027-01-20.*\n.*06:30 Europe\/Berlin: next call 2027-01-16 06:30/,
  )
  const { person, schedule } = people[0]!
  const rotating = { weekdays: [], cycle: { firstDate: '2027-01-17', times: ['05:10', '05:10', null, null] } }
  await person.post(`/api/schedule?id=${schedule.id}`, { ...schedule, ...rotating })
  expect((await why(app.services, 'answered@example.com', '2027-01-20')).lines.join('\n')).toContain(
    '4-day rotation: 05:10, 05:10, free, free Europe/Berlin: next call 2027-01-17 05:10',
  )
})
