import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { handset } from '@reveille/phone-sandbox/handset'
import { VOICE_IDS, type VoiceId } from '../core/src/speech/voices.ts'
import { newInstallation } from '../e2e/processes/installation.ts'
import { signIn } from '../server/test/harness/app/person.ts'

// Six people press 'Try It Now' at once on a fresh installation, one for each voice, and pick up after four seconds. What
// do they hear, and how long do they wait for it? Nothing is spoken yet, and the engine is the embedded one.
// npm run build && node bench/six-samples.ts

const PICKED_UP_AFTER_MS = 4_000

/** All press at the same moment. */
const begin = Promise.withResolvers<void>()
let ready = 0

await using home = await newInstallation({ SPEECH_AHEAD: 'on' })
await rm(path.join(home.place.dataDir, 'files'), { recursive: true, force: true })
await home.start()

const rows = await Promise.all(VOICE_IDS.map(caller))
console.log(`load ${loadavg()[0]!.toFixed(1)}`)
console.table(rows)

async function caller(voice: VoiceId) {
  const { webUrl, sandboxUrl } = home.place
  const person = await signIn(webUrl, { db: home.db, clock: { now: Date.now } }, { name: 'Sam Finch' })
  await person.post('/api/user/personalization', { goals: ['exercise'], struggles: ['snooze'], voice })
  const phone = await handset(sandboxUrl, person.phone)
  if (++ready === VOICE_IDS.length) begin.resolve()
  await begin.promise
  const clickedAt = performance.now()
  await person.post('/api/call/sample')
  const call = await phone.expectCall()
  const rangMs = performance.now() - clickedAt
  await pause(PICKED_UP_AFTER_MS)
  const pickedUpAt = performance.now()
  await call.pickUp()
  const firstMs = performance.now() - pickedUpAt
  const isWhole = async () => (await call.heard()).map(wordsOf).join(' ').includes('shared/')
  if (!(await isWhole())) await call.sayNothing()
  const heard = await call.heard()
  const wholeMs = performance.now() - pickedUpAt
  await call.press('1')
  return {
    voice,
    'rang after, s': seconds(rangMs),
    'silence before the first word, s': seconds(firstMs),
    'message ready after the pick-up, s': seconds(wholeMs),
    heard: heard.map(({ verb }) => verb).join(', '),
    'own voice': heard.every(({ verb }) => verb === 'Play') && heard.map(wordsOf).join('').includes(`shared/${voice}-`),
  }
}

type Heard = { verb: 'Play'; url: string } | { verb: 'Say'; text: string }
function wordsOf(heard: Heard): string {
  return heard.verb === 'Play' ? heard.url : heard.text
}

function seconds(ms: number): number {
  return Number((ms / 1000).toFixed(2))
}
