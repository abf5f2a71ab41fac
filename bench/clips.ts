import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { CallMessage } from '../core/src/message/call-message.ts'
import { composeCall } from '../core/src/message/compose-call.ts'
import { everySharedSentence } from '../core/src/message/every-shared-sentence.ts'
import { textOf, type Sentence } from '../core/src/message/sentence.ts'
import { ada, YEAR } from '../core/src/message/test-data/ada.ts'
import { VOICE_IDS, type VoiceId } from '../core/src/speech/voices.ts'
import { earcon } from '../server/src/speech/audio/earcon.ts'
import { joinClips } from '../server/src/speech/audio/join-clips.ts'
import { readMuLawWav } from '../server/src/speech/audio/wav.ts'
import { fliteSpeech } from '../server/src/speech/engines/flite.ts'

// What clips of one sentence cost: characters to be spoken a morning, disk for 1,000 people, speech a minute, and how long
// a first call and a silent one are. Before: one clip a part, made for each person. node bench/clips.ts [--sample 120]

const { values } = parseArgs({ options: { sample: { type: 'string', default: '120' } } })
const PEOPLE = 1_000
const MORNINGS = 28
const AT_ONCE = 2
/** Of a reminder and of the message, as the script has them. */
const [AFTER_MESSAGE_S, AFTER_REMINDER_S] = [4, 3]
const engine = fliteSpeech({ atOnce: AT_ONCE })
const made = new Map<string, Promise<Buffer>>()

async function clip(voiceId: VoiceId, text: string): Promise<Buffer> {
  const result = await engine.synthesize({ voiceId, text, form: 'phone', signal: AbortSignal.timeout(600_000) })
  if (result.outcome !== 'spoken') throw new Error(`${voiceId}: ${result.outcome}: ${text}`)
  return result.audio
}

function stored(voiceId: VoiceId, text: string): Promise<Buffer> {
  const key = `${voiceId} ${text}`
  const clipOfText = made.get(key) ?? clip(voiceId, text)
  made.set(key, clipOfText)
  return clipOfText
}

function partsOf({ spokeOf: _label, taskPrompts, ...parts }: CallMessage): Sentence[][] {
  return [...Object.values(parts), ...taskPrompts].filter((sentences) => sentences.length > 0)
}

const nameOf = (person: number) => `Person${person}`
const voiceOf = (person: number) => VOICE_IDS[person % VOICE_IDS.length]!
const callOf = (person: number, morning: number) =>
  composeCall({
    ...ada,
    name: nameOf(person),
    voiceId: voiceOf(person),
    otherGoal: person % 3 === 0 ? `finish chapter ${person} of my book` : null,
    goals: [person % 3 === 0 ? 'other' : 'exercise'],
    localDate: YEAR[morning]!,
    seed: String(person),
  })

/** Characters that an engine must speak on each morning, with everything before kept as long as it is. */
function characters() {
  const [shared, own, parts] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const asked = { before: 0, after: 0, personal: 0 }
  const take = (known: Set<string>, key: string, count: number) => {
    if (known.has(key)) return 0
    known.add(key)
    return count
  }
  const ask = (person: number, part: readonly Sentence[]) => {
    const text = textOf(part)
    const owner = part.some(({ isPersonal }) => isPersonal) || part.length > 3 ? person : voiceOf(person)
    asked.before += take(parts, `${owner} ${text}`, text.length)
    for (const { text: words, isPersonal } of part) {
      const key = `${isPersonal ? person : voiceOf(person)} ${words}`
      const count = take(isPersonal ? own : shared, key, words.length)
      asked.after += count
      if (isPersonal) asked.personal += count
    }
  }
  for (let morning = 0; morning < MORNINGS; morning++) {
    if (morning % 14 === 0) {
      parts.clear() // every clip was made anew each fortnight
      own.clear() // a person's still is
    }
    for (let person = 0; person < PEOPLE; person++)
      for (const part of partsOf(callOf(person, morning))) ask(person, part)
  }
  const daily = (count: number) => Math.round(count / MORNINGS / PEOPLE)
  const tenth = (count: number) => Number((count / MORNINGS / PEOPLE).toFixed(1))
  return {
    before: daily(asked.before),
    after: tenth(asked.after),
    'of these with a name or own words': tenth(asked.personal),
  }
}

/** Bytes and seconds of a random part of all shared sentences, for all of them. */
async function sharedClips() {
  const all = VOICE_IDS.flatMap((voiceId) => everySharedSentence(voiceId).map((text) => ({ voiceId, text })))
  const step = all.length / Number(values.sample)
  const sample = Array.from({ length: Number(values.sample) }, (_, index) => all[Math.floor(index * step)]!)
  const startedAt = performance.now()
  const files = await Promise.all(sample.map(({ voiceId, text }) => stored(voiceId, text)))
  const tookMs = performance.now() - startedAt
  const bytes = files.reduce((sum, { length }) => sum + length, 0)
  const blocks = files.reduce((sum, { length }) => sum + Math.ceil(length / 4096) * 4096, 0)
  const forAll = (amount: number) => (amount / sample.length) * all.length
  return {
    sentences: all.length,
    'MB of all': Math.round(forAll(bytes) / 1e6),
    'MB on disk in blocks of 4 kB': Math.round(forAll(blocks) / 1e6),
    'seconds of speech a minute': Math.round(bytes / 8000 / (tookMs / 60_000)),
    'sentences a minute': Math.round(sample.length / (tookMs / 60_000)),
    'minutes for all': Math.round(forAll(tookMs) / 60_000),
  }
}

const secondsOf = (file: Buffer) => readMuLawWav(file).data.length / 8000
const parts = (voiceId: VoiceId, ...said: Sentence[][]) =>
  Promise.all(
    said.filter((part) => part.length > 0).map((part) => Promise.all(part.map(({ text }) => stored(voiceId, text)))),
  )

/** How long the joined files of some calls are. `speech`: the message up to the ask's first sentence, roughly greeting to step. */
async function lengths(voiceId: VoiceId) {
  const notes = earcon()
  let [message, silent] = [0, 0]
  for (const morning of [0, 5, 11, 17, 23]) {
    const call = composeCall({
      ...ada,
      name: 'Sam',
      voiceId,
      localDate: YEAR[morning]!,
      otherGoal: 'finish my book',
      goals: ['other'],
    })
    const [name, words, called, shortAsk, shortStep, parting] = await Promise.all(
      [call.name, call.message, call.called, call.shortAsk, call.shortStep, call.parting].map((part) =>
        parts(voiceId, part),
      ),
    )
    const opening = secondsOf(joinClips([...name!, [notes], ...words!]))
    const reminders = [called!, shortStep!].map((first) => secondsOf(joinClips([[notes], ...first, ...shortAsk!])))
    const waits = AFTER_MESSAGE_S + 2 * AFTER_REMINDER_S
    message = Math.max(message, secondsOf(joinClips(words!)))
    silent = Math.max(silent, opening + reminders[0]! + reminders[1]! + secondsOf(joinClips(parting!)) + waits)
  }
  return { voice: voiceId, 'message with the ask, s': message.toFixed(1), 'silent call, s': silent.toFixed(1) }
}

console.log('characters spoken a morning and person')
console.table([characters()])
console.log(`shared clips by the embedded engine, ${AT_ONCE} processes, load ${loadavg()[0]!.toFixed(1)}`)
console.table([await sharedClips()])
console.log('longest of five first calls, without what the carrier needs to fetch a file')
console.table(await Promise.all(VOICE_IDS.map(lengths)))
