import { configureCarrier, faults } from '@reveille/exchange/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:20:00Z'

test('CALL-4 CALL-5 a call the carrier refuses tells its person why, and is not retried', async () => {
  await using app = await startTestApp({ now: NOW })
  const refusals: [number, string][] = [
    [21211, "The phone network doesn't accept this number. Check it in Account"],
    [13224, "The phone network doesn't accept this number. Check it in Account"],
    [21215, "The phone network doesn't allow calls to this number"],
    [21216, "Our account with the phone network can't call your number yet. We've been alerted"],
  ]
  const people = await Promise.all(
    refusals.map(async ([code]) => {
      const person = await app.person()
      await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
      await faults(app.sandbox.url).add({ fault: 'refuse', code, to: person.phone })
      return person
    }),
  )
  await app.clock.advance({ hours: 1 })
  const told = await Promise.all(
    people.map(async (person) => (await person.history()).map(({ status, reason }) => `${status}: ${reason}`)),
  )
  expect(told).toEqual(refusals.map(([, words]) => [`failed: ${words}`]))
})

test('CALL-9 a text that is not a carrier keyword gets one reply from us, and STOP and START in other words still count', async () => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const answer = async (words: string) => {
    await phone.text(words)
    return (await phone.expectText()).body
  }
  expect(await answer('What is this?')).toMatch(/^Reveille: reply SKIP .*your calls stay on/)
  expect(await answer('Skip')).toContain('no upcoming call')
  expect(await answer("Yes I'm up")).toMatch(/^Reveille: reply SKIP/)
  expect(await answer('Cancel tomorrow')).toMatch(/^Reveille: reply SKIP/)
  expect(await areTextsStopped(person)).toBe(false)
  expect(await answer('Stop texting me')).toContain('Your calls stay on')
  expect(await areTextsStopped(person)).toBe(true)
  await phone.text('START')
  expect(await areTextsStopped(person)).toBe(false)
  expect((await phone.unexpected()).texts).toEqual([])
})

test.each([
  ["the carrier, whose callback doesn't mention it", 'default', 'carrier', 'You have successfully been'],
  ['the carrier, with Advanced Opt-Out', 'advanced', 'carrier', 'You have successfully been'],
  ['the carrier, with Advanced Opt-Out, whatever TEXT_KEYWORDS says', 'advanced', 'own', 'You have successfully been'],
  ['us, when the carrier answers nothing', 'none', 'own', 'Reveille'],
] as const)('CALL-9 STOP, HELP and START are each answered once, by %s', async (_case, keywords, own, begins) => {
  await using app = await startTestApp({ heard: true, now: NOW, settings: { TEXT_KEYWORDS: own } })
  await configureCarrier(app.sandbox.url, { keywords })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await phone.text('HELP')
  await phone.text('Stop')
  expect(await areTextsStopped(person)).toBe(true)
  expect((await person.get<{ notices: { kind: string }[] }>('/api/notices')).body.notices).toMatchObject([
    { kind: 'texts-stopped' },
  ])
  await phone.text('start')
  expect(await areTextsStopped(person)).toBe(false)
  for (let ours = keywords === 'none' ? 3 : 0; ours > 0; ours--) await phone.expectText()
  const texts = (await phone.texts()).map(({ body }) => body)
  expect(texts).toHaveLength(3)
  for (const text of texts.slice(1)) expect(text).toContain(begins)
})

const areTextsStopped = async (person: Person) =>
  (await person.get<{ texts: { stopped: boolean } }>('/api/account')).body.texts.stopped
