import { SCRIPT_PARTS, type CallScript, type Prompt, type ScriptStep } from '@reveille/core/calls/call-script'
import { expect, test } from 'vitest'
import { startCalls } from '../../../test/harness/app/start-calls.ts'
import { beginDialogue, goOn, type OnTheLine } from './call-dialogue.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const at = new Date(NOW)

/** Each prompt says its own name. */
function scriptWith(clips: Partial<Record<keyof CallScript, string[]>> = {}): string {
  const prompt = (text: keyof CallScript): Prompt => ({ text, clips: clips[text] ?? [] })
  return JSON.stringify({
    ...Object.fromEntries(SCRIPT_PARTS.map((part) => [part, prompt(part)])),
    taskPrompts: ['task1', 'task2', 'task3'].map((text) => ({ text, clips: [] })),
  })
}

/** What is said and asked, in short: `name message ?message 1`, `closing .`. */
const told = (steps: readonly ScriptStep[]) =>
  steps
    .flatMap((step) => {
      if (step.do === 'ask') return [...step.speak.map(({ text }) => text), `?${step.answerPath}`]
      return step.do === 'speak' ? [step.text] : ['.']
    })
    .filter((text) => text !== '')
    .join(' ')

/** Three people who have picked up. */
async function startTalking() {
  const started = await startCalls({ now: NOW })
  const { services, call } = started
  const talking = { stage: 'placed', answered_at: at, holds_line: true, script: scriptWith() } as const
  for (const id of [1, 2, 3]) await call(id, { ...talking, carrier_call_id: `CA${id}` })
  const line = (id: number, carrierCallId = `CA${id}`): OnTheLine => ({
    token: `token${id}`,
    carrierCallId,
    answerPath: (place) => Object.values(place).join(' '),
  })
  return {
    ...started,
    line,
    begin: async (id: number, isMachine = false, carrierCallId?: string) =>
      told((await beginDialogue(services, line(id, carrierCallId), isMachine)).steps),
    keys: async (id: number, digits: string | null, asked = 1) => {
      const { steps, effect } = await goOn(services, line(id), { digits, position: { at: 'message', asked } })
      return [told(steps), effect]
    },
  }
}

test('CALL-7 S24 a call that is picked up says its message in the voice of its person; one that is over or another’s hangs up', async () => {
  await using started = await startTalking()
  const { services, line, begin, keys, call } = started
  expect(await begin(1)).toBe('name message ?message 1')
  await call(1, { voice: 'lily' })
  expect((await beginDialogue(services, line(1), false)).voiceId).toBe('lily')
  expect((await goOn(services, line(1), { digits: null, position: { at: 'message', asked: 1 } })).voiceId).toBe('lily')
  expect(await begin(1, false, 'CA2')).toBe('.')
  await call(2, { stage: 'ended', holds_line: false, ended_at: at })
  expect((await beginDialogue(services, line(2), false)).voiceId).toBeNull()
  expect([await begin(2), await begin(2, true), await keys(2, null)]).toEqual(['.', '.', ['.', null]])
  // A key of a call that never left says nothing, and does nothing.
  await call(3, { stage: 'planned', holds_line: false, carrier_call_id: null })
  expect(await keys(3, '1')).toEqual(['.', null])
})

test('WAKE-11 WAKE-12 a machine hears the name alone, unless a key has shown that somebody listens', async () => {
  await using started = await startTalking()
  const { begin, call } = started
  expect(await begin(1, true)).toBe('name ?machine 1')
  await call(1, { keyed_at: at })
  expect(await begin(1, true)).toBe('name message ?message 1')
  await call(1, { confirmed_at: at })
  expect(await begin(1, true)).toBe('closing .')
  await call(1, { confirmed_at: null, snoozed: true })
  expect(await begin(1, true)).toBe('snoozed .')
})

test('CALL-8 a sample that has its name alone says that first, and its message when it is there; no other call waits', async () => {
  await using started = await startTalking()
  const { begin, call } = started
  const name = scriptWith({ name: ['a'] })
  await call(1, { kind: 'sample', prepare_at: at, script: name })
  expect(await begin(1)).toBe('name ?message 0')
  const whole = 'name message ?message 1'
  for (const values of [
    { script: scriptWith() },
    { script: scriptWith({ name: ['a'], message: ['b'] }) },
    { script: name, prepare_at: null },
    { prepare_at: at, kind: 'first' },
  ] as const) {
    await call(1, values)
    expect(await begin(1)).toBe(whole)
  }
})

test('CALL-7 WAKE-5 what a call says next follows from the key, or from silence', async () => {
  await using started = await startTalking()
  const { keys, call } = started
  expect([await keys(1, null, 1), await keys(1, null, 2), await keys(1, null, 3)]).toEqual([
    ['called shortAsk ?message 2', null],
    ['shortStep shortAsk ?message 3', null],
    ['parting .', null],
  ])
  expect([await keys(1, '7'), await keys(1, '1')]).toEqual([
    ['onlyTheseKeys shortAsk ?message 1', 'only-these-keys'],
    ['closing .', 'confirm'],
  ])
  // Proven on the dashboard, or snoozed: silence is followed by no other call, and none is promised.
  expect(await keys(1, null)).toEqual(['closing .', null])
  await call(2, { snoozed: true })
  expect(await keys(2, null)).toEqual(['snoozed .', null])
})

test('CALL-10 a key that the news of the end has overtaken counts, and there is nothing more to say', async () => {
  await using started = await startTalking()
  const { keys, call, callNow } = started
  await call(1, { stage: 'ended', holds_line: false, ended_at: at, status: 'no_answer' })
  expect(await keys(1, '1')).toEqual(['.', 'confirm'])
  expect(await callNow(1)).toMatchObject({ status: 'completed', confirmed_at: NOW })
})

test('CALL-8 a call that comes before its words, or with those of another version, is worded as it is picked up', async () => {
  await using started = await startTalking()
  const { services, db, line, call } = started
  const { name: _new, ...older } = JSON.parse(scriptWith()) as CallScript
  for (const script of [null, JSON.stringify(older)]) {
    await call(1, { script })
    const { steps } = await beginDialogue(services, line(1), false)
    expect(told(steps)).toMatch(/^Reveille wake-up call for Robin\. .+ \?message 1$/)
  }
  // Half of a deletion, as a request sees it that began before (S46).
  await db.deleteFrom('personalizations').where('user_id', '=', 1).execute()
  expect(told((await beginDialogue(services, line(1), false)).steps)).toBe('.')
})
