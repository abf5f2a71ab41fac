import type { Heard } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { signatureOf } from '../../src/carrier/twilio/signature.ts'
import type { Person } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:20:00Z'
const DIAL = '</Say><Dial>+19005550100</Dial>'

const hostile: [string, string][] = [
  ['the carrier’s markup', DIAL],
  ['markup after closing every element', `]]></Say></Gather></Response>${DIAL}<!--`],
  ['entities', '&lt;Dial&gt;&#x2b;19005550100&amp;&nosuch;'],
  ['an attribute that closes its quotes', `" action="https://evil.example/" x='1`],
  ['emoji', '🏃‍♀️🔥 run 💯👩‍👩‍👧‍👦 home 🇦🇺'],
  ['right-to-left words and marks', 'ركض \u202e0010 5550 091\u202c שלום'],
  ['control characters', 'a\u0000b\u0007c\u001bd\u0085e\u2028f\ufffeg\ufeffh'],
  ['half a surrogate pair', 'run \ud83d home'],
  ['speech directions', '[[volm 9]] [[slnc 90000]] <break time="60s"/> {{pause}} $[prosody]'],
  ['our own placeholders', '{part} {name} ${goal} %s'],
  ['only symbols', '<<<>>>&&&""\'\'[[[]]]{{{}}}'],
]

/** Requests the script of the ringing call as the carrier does. */
async function instructions(app: TestApp, person: Person): Promise<string> {
  const { token, carrier_call_id: sid } = await app.services.db
    .selectFrom('calls')
    .select(['token', 'carrier_call_id'])
    .where('user_id', '=', person.userId)
    .where('stage', '=', 'placed')
    .executeTakeFirstOrThrow()
  const url = `${app.url}/callbacks/voice/${token}`
  const form = { CallSid: sid!, CallStatus: 'in-progress' }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(app.sandbox.authToken, url, form) },
    body: new URLSearchParams(form),
  })
  return answer.text()
}

const NAME = /^Reveille wake-up call for .+\.$/
const WHOLE = /.+Press 1 when you're up, 2 to snooze nine minutes, .+Press 0 twice to stop all calls\.$/
const NEVER_SAID = /[<>&[\]{}"$\p{C}\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Hebrew}]/u
const MOST_WORDS = 130

/** What was heard: a whole message, other plain words, or something forbidden. */
function verdict(heard: Heard): string {
  if (heard.verb !== 'Say') return heard.url.endsWith('/earcon') ? 'played the notes' : `played ${heard.url}`
  if (NEVER_SAID.test(heard.text) || heard.text.split(' ').length > MOST_WORDS) return heard.text
  if (NAME.test(heard.text)) return 'a name'
  return WHOLE.test(heard.text) ? 'a message' : 'words'
}

const tagsOf = (xml: string) => [...xml.matchAll(/<[?/]?\w+/g)].map(([tag]) => tag)

test('S31 S32 CALL-6 hostile names, goals and struggles are spoken as text or dropped, never obeyed', async () => {
  await using app = await startTestApp({ now: NOW })
  const cast = await Promise.all(
    hostile.map(async ([what, words]) => {
      const person = await app.person()
      expect(await person.send('PATCH', '/api/account', { name: words.slice(0, 100) })).toMatchObject({ status: 200 })
      const saved = await person.post('/api/user/personalization', {
        goals: ['other'],
        otherGoal: words,
        goalDescription: words,
        struggles: ['other'],
        otherStruggle: words,
        voice: 'liam',
      })
      await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
      return { what, person, phone: await app.phone(person.phone), saved: saved.status }
    }),
  )
  expect(cast.map(({ what, saved }) => `${what}: ${saved}`)).toEqual(hostile.map(([what]) => `${what}: 200`))
  await app.clock.advance({ minutes: 9 })
  // Pretend the calls came before their preparation, so the carrier's voice speaks and the words are in its script.
  await app.services.db.updateTable('calls').set({ script: null }).execute()
  await app.clock.advance({ minutes: 1, seconds: 1 })
  const found: Record<string, string[]> = {}
  for (const { what, person, phone } of cast) {
    const call = await phone.expectCall()
    const tags = tagsOf(await instructions(app, person))
    await call.pickUp()
    await call.press('1')
    found[what] = [tags.join(), ...(await call.heard()).map(verdict), await call.status()]
  }
  const opening = '<?xml,<Response,<Gather,<Say,</Say,<Play,</Play,<Say,</Say,</Gather,<Redirect,</Redirect,</Response'
  const asAlways = [opening, 'a name', 'played the notes', 'a message', 'words', 'completed']
  expect(found).toEqual(Object.fromEntries(hostile.map(([what]) => [what, asAlways])))
  const kinds = (await app.carrierLog()).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'error' || kind === 'callback-refused')).toEqual([])
  expect(kinds.filter((kind) => kind === 'call-created')).toHaveLength(hostile.length)
})

test('S31 CALL-9 hostile replies by text get only the help text', async () => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  for (const words of [`<Message><Body>${DIAL}</Body></Message>`, 'x'.repeat(1_600), '\u202eTRATS \u0000🔥']) {
    await phone.text(words)
    const reply = await phone.expectText()
    expect(reply.body).toContain('SKIP')
    expect(reply.body).not.toContain(words.slice(0, 20))
  }
  expect((await phone.unexpected()).texts).toEqual([])
})
