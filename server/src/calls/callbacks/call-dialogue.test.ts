import { SCRIPT_PARTS, type CallScript, type Prompt, type ScriptStep } from '@reveille/core/calls/call-script'
import { expect, test } from 'vitest'
import { startCalls } from '../../../test/harness/app/start-calls.ts'
import { beginDialogue, goOn, type OnTheLine } from './call-dialogue.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const at = new Date(NOW)

/** A script whose every prompt says its own name. */
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

/** Three people who picked up. */
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

test("CALL-7 S24 an answered call speaks in its person's voice; one that is over or somebody else's hangs up", async () => {
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
  // A key for a call that was never placed says and does nothing.
  await call(3, { stage: 'planned', holds_line: false, carrier_call_id: null })
  expect(await keys(3, '1')).toEqual(['.', null])
})

test('WAKE-11 WAKE-12 a machine hears only the name, unless a key has shown that a person listens', async () => {
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

test('CALL-8 a sample with only its name ready says that first, then its message; no other call waits', async () => {
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

test('CALL-7 WAKE-5 what a call says next depends on the key, or on silence', async () => {
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
  // After a proof on the dashboard, or a snooze, silence promises no other call.
  expect(await keys(1, null)).toEqual(['closing .', null])
  await call(2, { snoozed: true })
  expect(await keys(2, null)).toEqual(['snoozed .', null])
})

test('CALL-8 a call whose words are missing, or of another version, composes them when picked up', async () => {
  await using started = await startTalking()
  const { services, db, line, call } = started
  const { name: _new, ...older } = JSON.parse(scriptWith()) as CallScript
  for (const script of [null, JSON.stringify(older)]) {
    await call(1, { script })
    const { steps } = await beginDialogue(services, line(1), false)
    expect(told(steps)).toMatch(/^Reveille wake-up call for Robin\. .+ \?message 1$/)
  }
  // A request that began before a deletion can see half of it.
  await db.deleteFrom('personalizations').where('user_id', '=', 1).execute()
  expect(told((await beginDialogue(services, line(1), false)).steps)).toBe('.')
})
