import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { levelAbove } from '../../server/test/listening/telephone.ts'
import { freePorts } from '../free-ports.ts'
import { newPlace, removePlace, startProduct } from '../processes.ts'
import { COMMANDER, HOUSE, LINE_NUMBER } from './asterisk-settings.ts'
import type { Asterisk } from './asterisk.ts'
import { startCallbackProxy, type CallbackProxy } from './callback-proxy.ts'
import { find } from './listening.ts'
import { signUpByApi, type HistoryEntry, type PersonByApi } from './person-by-api.ts'
import type { Softphone } from './softphone.ts'
import { readWav, type Sound } from './sound.ts'
import { until } from './until.ts'

/** Seconds where the telephone stretches or cuts a pause count as lost, but at most a fifth may be lost. */
const HEARD_SHARE = 0.8
/** The frequency from which even small speakers play, and how far the line may change the level above it. */
const [AUDIBLE_HZ, LEVEL_DB] = [500, 1.5]

/** Has the product, in its own processes as `npm start` runs them, call a telephone. Yields a line for each promise. */
export async function* checkWakeUp(asterisk: Asterisk, phone: Softphone): AsyncGenerator<string> {
  const [exchangePort, proxyPort] = await freePorts(2)
  const place = await newPlace({
    SIGN_UP: 'open',
    ASTERISK_URL: asterisk.ariUrl,
    ASTERISK_USER: COMMANDER.name,
    ASTERISK_PASSWORD: COMMANDER.password,
    ASTERISK_PHONES: `${HOUSE.first}=PJSIP/601`,
    LINE_NUMBER,
    EXCHANGE_URL: `http://127.0.0.1:${exchangePort}`,
    CALLBACK_URL: `http://127.0.0.1:${proxyPort}`,
  })
  const line = await startCallbackProxy(proxyPort!, Number(place.env['PORT']))
  let said = () => 'the product never started'
  try {
    await using product = await startProduct(place)
    said = product.output
    const person = await signUpByApi(place, HOUSE.first, () => codeByCall(phone, line))
    yield 'a person signed up, and a call said the code'
    await person.agreeToRecording()
    const { played, words } = await scheduledCall(person, phone, line)
    yield words
    yield await recordedCall(person, played)
    yield await snoozedCall(person, phone)
    yield await sampleThat('is declined', person, phone.decline, phone)
    yield await sampleThat('rings out', person, async () => {}, phone)
    yield await stoppedByKeys(person, phone)
    assert.equal(await product.stop(), 0)
  } catch (cause) {
    throw new Error(`the product's output:\n${said()}`, { cause })
  } finally {
    line.close()
    await removePlace(place)
  }
}

/** Answers the call, asks for the code with a key, and reads it in the words that the phone played. */
async function codeByCall(phone: Softphone, line: CallbackProxy): Promise<string> {
  await phone.rings(30_000)
  await phone.pickUp()
  await until('the greeting is spoken', async () => line.said()[0] ?? null, 20_000)
  await delay(500)
  await phone.press('1')
  const words = await until(
    'the code is spoken',
    async () => line.said().find((one) => one.startsWith('Your code is')) ?? null,
    20_000,
  )
  await delay(6_000)
  const heard = await phone.heard()
  await phone.hangUp()
  await phone.ends()
  const loud = heard.samples.filter((sample) => Math.abs(sample) > 0.05).length / heard.rate
  assert.ok(loud > 1, `only ${loud} s of the code call were loud`)
  line.forget()
  return words.replaceAll(/\D/g, '').slice(0, 6)
}

type ScheduledCall = { played: Sound; words: string }

async function scheduledCall(person: PersonByApi, phone: Softphone, line: CallbackProxy): Promise<ScheduledCall> {
  const dueAt = await person.scheduleSoon()
  await phone.rings(dueAt - Date.now() + 10_000)
  const lateMs = Date.now() - dueAt
  await phone.pickUp()
  const played = await until('the message is played', async () => line.played()[0] ?? null, 10_000)
  await delay((played.samples.length / played.rate) * 1000 + 1_000)
  await phone.press('1')
  const call = await lastCall(person, ['completed'])
  const heard = await phone.heard()
  const { share, loudness } = find(played, heard)
  const [sentDb, heardDb] = [played, heard].map(({ samples, rate }) => levelAbove(samples, rate, AUDIBLE_HZ))
  const seconds = (played.samples.length / played.rate).toFixed(1)
  assert.ok(share >= HEARD_SHARE, `only ${share} of the message was heard`)
  assert.ok(loudness > 0.8 && loudness < 1.2, `the message was heard at ${loudness} of its loudness`)
  const differenceDb = Math.abs(heardDb! - sentDb!)
  assert.ok(differenceDb < LEVEL_DB, `above ${AUDIBLE_HZ} Hz it was heard at ${heardDb} dB, and sent at ${sentDb} dB`)
  assert.ok((call.duration ?? 0) > Number(seconds), `the history says ${call.duration} s`)
  const words =
    `a scheduled call rang ${lateMs} ms after its time, its message of ${seconds} s was heard ` +
    `(${(share * 100).toFixed(0)} % of it, loudness ${loudness.toFixed(2)}, ${heardDb!.toFixed(1)} dB of full scale above ${AUDIBLE_HZ} Hz, sent at ${sentDb!.toFixed(1)}), 1 was pressed, Completed after ${call.duration} s`
  return { played, words }
}

/** 2 snoozes, and the phone rings again when it said. */
async function snoozedCall(person: PersonByApi, phone: Softphone): Promise<string> {
  const snoozeMinutes = 5
  const dueAt = await person.scheduleSoon({ snoozeMinutes })
  await phone.rings(dueAt - Date.now() + 10_000)
  await phone.pickUp()
  await delay(4_000)
  await phone.press('2')
  await phone.ends(60_000)
  const hungUpAt = Date.now()
  await phone.rings(snoozeMinutes * 60_000 + 20_000)
  const waited = (Date.now() - hungUpAt) / 60_000
  assert.ok(Math.abs(waited - snoozeMinutes) < 0.2, `the snooze rang after ${waited} minutes`)
  await phone.pickUp()
  await delay(4_000)
  await phone.press('1')
  await phone.ends(60_000)
  return `2 snoozed, and the phone rang again after ${waited.toFixed(2)} minutes`
}

/** 0 and 0 again, in the menu, turn all calls off. */
async function stoppedByKeys(person: PersonByApi, phone: Softphone): Promise<string> {
  const dueAt = await person.scheduleSoon()
  await phone.rings(dueAt - Date.now() + 10_000)
  await phone.pickUp()
  await delay(4_000)
  await phone.press('0')
  await delay(6_000)
  await phone.press('0')
  await until('all calls are off', async () => ((await person.hasStoppedCalls()) ? true : null), 30_000)
  await phone.ends(60_000)
  return '0 and 0 again turned all calls off'
}

/** Checks that the person can play the recording of the previous call. */
async function recordedCall(person: PersonByApi, played: Sound): Promise<string> {
  const url = await until(
    'the recording is available',
    async () => (await person.history())[0]?.recordingUrl ?? null,
    60_000,
  )
  const recording = readWav(await person.recording(url))
  const { share } = find(played, recording)
  assert.ok(share >= HEARD_SHARE, `only ${share} of the message was recorded`)
  const seconds = (recording.samples.length / recording.rate).toFixed(1)
  return `its recording of ${seconds} s has ${(share * 100).toFixed(0)} % of the message`
}

async function sampleThat(what: string, person: PersonByApi, act: () => Promise<void>, phone?: Softphone) {
  const before = (await person.history())[0]?.id
  await person.sample()
  await phone?.rings()
  await act()
  const call = await lastCall(person, ['no_answer', 'failed', 'completed'], before)
  assert.equal(call.status, 'no_answer', `a call that ${what} ended as ${call.status}`)
  return `a call that ${what} ended as no answer`
}

/** Waits until the newest call has one of these statuses. `after` is the id of the previous call. */
function lastCall(person: PersonByApi, statuses: string[], after?: number): Promise<HistoryEntry> {
  const ended = async () => {
    const [newest] = await person.history()
    return newest && newest.id !== after && statuses.includes(newest.status) ? newest : null
  }
  return until(`the call ends as ${statuses.join(' or ')}`, ended, 50_000)
}
