import { on, once } from 'node:events'
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VoiceId } from '@reveille/core/speech/voices'
import { afterEach, expect, test, vi } from 'vitest'
import { readMuLawWav } from '../audio/wav.ts'
import { fliteSpeech, type FliteOptions } from './flite.ts'
import type { Speech } from './speech-engine.ts'

// The embedded engine's processes, with other programs in its place that say nothing.

afterEach(() => void vi.useRealTimers())

const signal = AbortSignal.timeout(600_000)

/** A folder with a program, and the engine that runs it. */
async function withProgram(source: string) {
  const scratch = await mkdtempDisposable(join(tmpdir(), 'flite-test-'))
  const program = join(scratch.path, 'program.mjs')
  await writeFile(program, source)
  return {
    path: scratch.path,
    engine: (options: Partial<FliteOptions> = {}) =>
      fliteSpeech({ atOnce: 1, program, scratchFolder: scratch.path, ...options }),
    /** Folders of clips in progress. */
    underWay: async () => (await readdir(scratch.path)).filter((name) => name.startsWith('reveille-speech-')),
    [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose](),
  }
}

const request = { voiceId: 'liam', form: 'phone', signal } as const

/** The speech as text. */
async function saidBy(engine: Speech, text = 'Up.'): Promise<string> {
  const spoken = await engine.synthesize({ ...request, text })
  return spoken.outcome === 'spoken' ? spoken.audio.toString() : spoken.outcome
}

test.each([
  ['nothing speakable', '🙂 学习', 'invalid'],
  ['an empty text', '  ', 'invalid'],
  ['an excessively long text', 'word '.repeat(500), 'too-long'],
])('CALL-8 %s is refused with a reason, without starting the engine', async (_case, text, reason) => {
  const result = await fliteSpeech({ atOnce: 1, scratchFolder: '/dev/null' }).synthesize({ ...request, text })
  expect(result).toEqual({ outcome: 'refused', reason })
})

/** Announces each clip at the gate, and writes what it's told there. */
const HELD_PROGRAM = `
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
for await (const line of createInterface({ input: process.stdin })) {
  const clip = await buffer(connect(join(JSON.parse(line).folder, '..', 'gate')))
  process.stdout.write(JSON.stringify(clip.toString('base64')) + '\\n')
}
`

test.each([
  ['as configured, when there are more cores', { atOnce: 2, cores: 8 }],
  ['as there are cores, whatever is configured', { atOnce: 8, cores: 2 }],
])('CALL-8 the embedded voices use as many processes at a time %s', async (_case, limits) => {
  await using scratch = await withProgram(HELD_PROGRAM)
  const gate = createServer().listen(join(scratch.path, 'gate'))
  const begun = on(gate, 'connection')
  const nextToBegin = async () => ((await begun.next()).value as [Socket])[0]
  const held = scratch.engine(limits)
  const clips = ['One.', 'Two.', 'Three.'].map((text) =>
    held.synthesize({ voiceId: 'liam', text, form: 'phone', signal }),
  )
  const [first, second] = [await nextToBegin(), await nextToBegin()] // neither has finished
  const folders = (await readdir(scratch.path)).filter((name) => name.startsWith('reveille-speech-'))
  expect(folders).toHaveLength(2)
  first.end('a clip')
  const third = await nextToBegin()
  second.end('a clip')
  third.end('a clip')
  for (const clip of clips) expect(await clip).toEqual({ outcome: 'spoken', audio: Buffer.from('a clip') })
  gate.close()
})

/** Speaks once, and dies in the middle of the second answer. */
const DYING_PROGRAM = `
import { once } from 'node:events'
import { createInterface } from 'node:readline'
const tasks = createInterface({ input: process.stdin })
await once(tasks, 'line')
const answer = JSON.stringify(Buffer.from('clip').toString('base64'))
process.stdout.write(answer + '\\n')
await once(tasks, 'line')
process.stdout.write(answer.slice(0, 5), () => process.exit(1))
`

test('CALL-8 WAKE-35 a process that dies from earlier work costs no clip, and half an answer is none', async () => {
  await using scratch = await withProgram(DYING_PROGRAM)
  const dying = scratch.engine()
  for (const text of ['One.', 'Two.', 'Three.'])
    expect(await dying.synthesize({ voiceId: 'liam', text, form: 'phone', signal })).toEqual({
      outcome: 'spoken',
      audio: Buffer.from('clip'),
    })
})

/** Its clip is its own niceness. */
const NICENESS_PROGRAM = `
import { getPriority } from 'node:os'
process.stdin.on('data', () => process.stdout.write(JSON.stringify(Buffer.of(getPriority()).toString('base64')) + '\\n'))`

test('S58 CALL-8 answering phones gets the processor before speaking', async () => {
  await using scratch = await withProgram(NICENESS_PROGRAM)
  const nice = scratch.engine()
  const nicenessOf = async (ahead: boolean) => {
    const spoke = await nice.synthesize({ voiceId: 'liam', text: 'Hello.', form: 'phone', signal, ahead })
    return spoke.outcome === 'spoken' ? spoke.audio[0] : spoke.outcome
  }
  const lowest = constants.priority.PRIORITY_LOW
  expect(await nicenessOf(false)).toBe(Math.min(getPriority() + 10, lowest))
  expect(await nicenessOf(true)).toBe(lowest)
})

/** Its clip is its process id and the task's text, written in pieces. */
const NAMED_PROGRAM = `
import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const clip = Buffer.from(process.pid + ' ' + JSON.parse(line).text)
  const answer = JSON.stringify(clip.toString('base64')) + '\\n'
  for (const byte of answer) await new Promise((done) => process.stdout.write(byte, done))
}
`

test('WAKE-35 CALL-8 one process speaks forty sentences unchanged, then another takes over', async () => {
  await using scratch = await withProgram(NAMED_PROGRAM)
  const engine = scratch.engine()
  const said: string[][] = []
  for (let n = 0; n < 41; n++) said.push((await saidBy(engine, `Number ${n}`)).split(' Number '))
  expect(said.map(([, n]) => Number(n))).toEqual(said.map((_one, index) => index))
  expect(new Set(said.slice(0, 40).map(([pid]) => pid)).size).toBe(1)
  expect(said[40]![0]).not.toBe(said[0]![0])
  expect(await scratch.underWay()).toEqual([])
})

test('CALL-8 a process idle for five seconds exits and frees its memory', async () => {
  await using scratch = await withProgram(NAMED_PROGRAM)
  const engine = scratch.engine()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const first = await saidBy(engine)
  vi.advanceTimersByTime(4_999)
  expect(await saidBy(engine)).toBe(first)
  vi.advanceTimersByTime(4_999)
  expect(await saidBy(engine)).toBe(first)
  vi.advanceTimersByTime(5_000)
  expect(await saidBy(engine)).not.toBe(first)
})

test.each([
  ['that exits at once', 'process.exit(3)', 'the embedded voice ended with code 3'],
  ['that crashes', "process.kill(process.pid, 'SIGKILL')", 'the embedded voice ended with SIGKILL'],
])('CALL-8 an engine %s counts as a failure and leaves nothing behind', async (_case, source, message) => {
  await using scratch = await withProgram(source)
  await expect(saidBy(scratch.engine())).rejects.toThrow(message)
  expect(await scratch.underWay()).toEqual([])
})

test("CALL-8 an aborted clip's process is killed, and the next clip gets another", async () => {
  await using scratch = await withProgram(HELD_PROGRAM)
  const gate = createServer().listen(join(scratch.path, 'gate'))
  const begun = on(gate, 'connection')
  const engine = scratch.engine()
  const tooLate = new AbortController()
  const given = engine.synthesize({ ...request, text: 'One.', signal: tooLate.signal })
  const [line] = (await begun.next()).value as [Socket]
  const hungUp = once(line, 'close')
  tooLate.abort(new Error('too late'))
  await expect(given).rejects.toThrow('too late')
  await hungUp
  expect(await scratch.underWay()).toEqual([])
  await expect(engine.synthesize({ ...request, text: 'One.', signal: tooLate.signal })).rejects.toThrow('too late')
  const next = saidBy(engine, 'Two.')
  ;((await begun.next()).value as [Socket])[0].end('a clip')
  expect(await next).toBe('a clip')
  gate.close()
})

/** Its clip is what it knows of our environment. */
const ENVIRONMENT_PROGRAM = `
process.stdin.on('data', () => {
  const clip = Buffer.from(JSON.stringify(Object.keys(process.env)))
  process.stdout.write(JSON.stringify(clip.toString('base64')) + '\\n')
})`

test('CALL-8 the engine, which may crash on what people write, sees none of our secrets', async () => {
  await using scratch = await withProgram(ENVIRONMENT_PROGRAM)
  expect(await saidBy(scratch.engine(), 'Up')).toBe('[]')
})

test('WAKE-35 speaking ahead yields while anything else is needed', async () => {
  await using scratch = await withProgram(HELD_PROGRAM)
  const gate = createServer().listen(join(scratch.path, 'gate'))
  const begun = on(gate, 'connection')
  const engine = scratch.engine()
  const ahead = () => engine.synthesize({ ...request, text: 'Up?', ahead: true })
  const wanted = saidBy(engine, 'Good.')
  const [line] = (await begun.next()).value as [Socket]
  expect(await ahead()).toEqual({ outcome: 'busy' })
  line.end('a clip')
  await wanted
  const spoken = ahead()
  ;((await begun.next()).value as [Socket])[0].end('another')
  expect(await spoken).toEqual({ outcome: 'spoken', audio: Buffer.from('another') })
  gate.close()
})

/** Spoken by the engine itself. */
async function clipOf(text: string, voiceId: VoiceId = 'liam'): Promise<Buffer> {
  const result = await fliteSpeech({ atOnce: 2 }).synthesize({ ...request, voiceId, text })
  if (result.outcome !== 'spoken') throw new Error(result.outcome)
  return result.audio
}

test('CALL-8 the same text gives the same bytes, so that a clip can be identified by its content', async () => {
  const text = 'Reveille for Ada. It is six thirty.'
  const [once, again] = await Promise.all([clipOf(text), clipOf(text)])
  expect(once.equals(again)).toBe(true)
  expect(once.equals(await clipOf(text, 'bill'))).toBe(false)
})

test('CALL-6 the engine never treats written text as a file name, an option or markup', async () => {
  const texts = ['/etc/passwd', '-version', '--help me up', '<speak>up</speak>', '[[h@l@U]] up', 'a `b` $(c) "d"']
  for (const text of texts) {
    const { data, rate } = readMuLawWav(await clipOf(text))
    expect(data.length / rate).toBeGreaterThan(0.4)
  }
})
