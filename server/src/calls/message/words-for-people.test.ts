import { faults } from '@reveille/phone-sandbox/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { quickVoice } from '../../../test/harness/outside/quick-voice.ts'

const NOW = '2027-01-15T06:20:00Z'

test('CALL-4 CALL-5 a call that the carrier refuses says why in the words of its owner, and is not tried again', async () => {
  await using app = await startTestApp({ now: NOW })
  app.services.speech = [quickVoice]
  const refusals: [number, string][] = [
    [21211, "The phone network doesn't accept this number. Check it in Account"],
    [13224, "The phone network doesn't accept this number. Check it in Account"],
    [21215, "The phone network doesn't allow calls to this number"],
    [21608, "The phone network doesn't allow calls to this number"],
    [21216, 'The phone network blocked this call'],
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

test('CALL-9 START, SKIP without an announcement and anything else are answered in one text each; STOP ends them', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const answer = async (words: string) => {
    await phone.text(words)
    return (await phone.expectText()).body
  }
  expect(await answer('What is this?')).toMatch(/^Reveille: reply SKIP .*your calls stay on/)
  expect(await answer('Skip')).toContain('no upcoming call')
  await phone.text('STOP')
  expect((await person.get<{ notices: { kind: string }[] }>('/api/notices')).body.notices).toMatchObject([
    { kind: 'texts-stopped' },
  ])
  expect(await answer('start')).toContain('Reveille texts are back on')
  expect((await phone.unexpected()).texts).toEqual([])
})
