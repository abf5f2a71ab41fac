import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { carrierLog } from '../../phone-sandbox/src/handset.ts'
import { levelAbove } from '../../server/test/listening/telephone.ts'
import { newPlace, removePlace, startProduct } from '../processes.ts'
import type { Exchange } from './exchange.ts'
import { find } from './listening.ts'
import { signUpByApi, type HistoryEntry, type PersonByApi } from './person-by-api.ts'
import { joinSipHandset } from './sip-handset.ts'
import type { Softphone } from './softphone/softphone.ts'
import { readWav, type Sound } from './sound.ts'
import { until } from './until.ts'

const NUMBER = '+61491570156'
/** Seconds where the telephone stretches or cuts a pause count as lost, but at most a fifth may be lost. */
const HEARD_SHARE = 0.8
/** The frequency from which even small speakers play, and how far the line may change the level above it. */
const [AUDIBLE_HZ, LEVEL_DB] = [500, 1.5]

/** Has the product, in its own processes, call the softphone. Yields one line for each promise that holds. */
export async function* checkWakeUp(exchange: Exchange, phone: Softphone): AsyncGenerator<string> {
  const place = await newPlace()
  let said = () => 'the product never started'
  try {
    await using product = await startProduct(place)
    said = product.output
    await using _handset = await joinSipHandset(place.sandboxUrl, exchange)
    const person = await signUpByApi(place, NUMBER)
    await person.agreeToRecording()
    const { played, words } = await scheduledCall(person, phone, place.sandboxUrl)
    yield words
    yield await recordedCall(person, played, place.sandboxUrl)
    yield await sampleThat('is declined', person, phone.decline, phone)
    yield await sampleThat('rings out', person, async () => {}, phone)
    await phone.die()
    yield await sampleThat('finds the telephone off', person, async () => {})
    assert.equal(await product.stop(), 0)
  } catch (cause) {
    throw new Error(`the product's output:\n${said()}\n${await carrierSaw(place.sandboxUrl)}`, { cause })
  } finally {
    await removePlace(place)
  }
}

/** The carrier's log of calls, to show why one did not ring. */
async function carrierSaw(sandboxUrl: string): Promise<string> {
  const entries = await carrierLog(sandboxUrl).catch(() => [])
  return entries.map(({ at, kind, sid }) => `${new Date(at).toISOString()} ${kind} ${String(sid ?? '')}`).join('\n')
}

type ScheduledCall = { played: Sound; words: string }

async function scheduledCall(person: PersonByApi, phone: Softphone, sandboxUrl: string): Promise<ScheduledCall> {
  const dueAt = await person.scheduleSoon()
  await phone.rings(dueAt - Date.now() + 10_000)
  const lateMs = Date.now() - dueAt
  await phone.pickUp()
  const played = await until('the message is played', () => messageOf(person, sandboxUrl), 10_000)
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

/** Checks that the person can play the recording of the previous call, and that the carrier no longer has it. */
async function recordedCall(person: PersonByApi, played: Sound, sandboxUrl: string): Promise<string> {
  const url = await until(
    'the recording is available',
    async () => (await person.history())[0]?.recordingUrl ?? null,
    60_000,
  )
  const recording = readWav(await person.recording(url))
  const { share } = find(played, recording)
  assert.ok(share >= HEARD_SHARE, `only ${share} of the message was recorded`)
  const deleted = async () =>
    (await carrierLog(sandboxUrl)).some(({ kind }) => kind === 'recording-deleted') ? true : null
  await until('the carrier deletes its recording', deleted, 60_000)
  const seconds = (recording.samples.length / recording.rate).toFixed(1)
  return `its recording of ${seconds} s has ${(share * 100).toFixed(0)} % of the message, and is deleted at the carrier`
}

/** The first file that the sandbox played in the newest call. */
async function messageOf(person: PersonByApi, sandboxUrl: string) {
  const [call] = await person.history()
  if (!call?.callSid) return null
  const view = await fetch(`${sandboxUrl}/sandbox/calls/${call.callSid}`)
  const { heard } = (await view.json()) as { heard: { verb: string; audio?: string }[] }
  const audio = heard.find(({ verb }) => verb === 'Play')?.audio
  if (audio === undefined) return null
  return readWav(new Uint8Array(await (await fetch(new URL(audio, sandboxUrl))).arrayBuffer()))
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
