import { expect, test } from 'vitest'
import type { CallPosition, KeyEffect } from './call-keys.ts'
import {
  afterKey,
  afterSilence,
  EARCON,
  opening,
  SCRIPT_PARTS,
  toMachine,
  type CallScript,
  type Prompt,
  type ScriptPart,
  type ScriptStep,
  type Speaking,
} from './call-script.ts'
import type { Task } from './proof.ts'

const prompt = (text: string): Prompt => ({ text, clips: [`${text} clip`] })
const script = {
  ...(Object.fromEntries(SCRIPT_PARTS.map((part) => [part, prompt(part)])) as Record<ScriptPart, Prompt>),
  taskPrompts: [prompt('first task'), prompt('second task')],
} satisfies CallScript
const tasks: Task[] = [
  { kind: 'digits', digits: '473' },
  { kind: 'sum', a: 26, b: 7 },
]
const NOW = 1_700_000_000_000
const speaking: Speaking = {
  script,
  tasks,
  taskRound: 1,
  now: NOW,
  answerPath: (position) => Object.values(position).join(' '),
}

/** A call's steps in words: what is said, then the wait for how many keys, and where they lead. */
const told = (steps: readonly ScriptStep[]) =>
  steps.map((step) => {
    switch (step.do) {
      case 'speak':
        return nameOf(step)
      case 'ask': {
        const spoken = step.speak.map(nameOf).join(', ')
        return `${spoken} · ${step.waitS} s for ${step.digits} · ${step.answerPath}`
      }
      case 'go-on':
        return step.path
      case 'hang-up':
        return 'hang up'
    }
  })
const nameOf = (prompt: Prompt) => (prompt.clips === EARCON.clips ? '♪' : prompt.text)

const message: CallPosition = { at: 'message', asked: 1 }

test('WAKE-1 the name comes first, then the notes, then the message; keys work during all of them', () => {
  expect(told(opening(speaking))).toEqual(['name, ♪, message · 4 s for 1 · message 1'])
})

test('WAKE-1 the notes are one recording, the same in every voice', () => {
  expect(EARCON).toEqual({ text: '', clips: ['earcon'] })
})

/** What a person hears who presses no key. */
function silentCall(first: ScriptStep[], positions: readonly CallPosition[]): string[] {
  return [first, ...positions.map((position) => afterSilence(speaking, position))].flatMap(told)
}

test('WAKE-5 silence brings two reminders with the name, then the parting line, and never the message again', () => {
  const asked = (times: number): CallPosition => ({ at: 'message', asked: times })
  expect(silentCall(opening(speaking), [asked(1), asked(2), asked(3)])).toEqual([
    'name, ♪, message · 4 s for 1 · message 1',
    '♪, called, shortAsk · 3 s for 1 · message 2',
    '♪, shortStep, shortAsk · 3 s for 1 · message 3',
    'parting',
    'hang up',
  ])
})

test('WAKE-5 an unanswered menu returns to where the call was', () => {
  const menu = (asked: number) => told(afterSilence(speaking, { at: 'menu', asked, openedAt: NOW }))
  expect(menu(1)).toEqual(['♪, called, shortAsk · 3 s for 1 · message 2'])
  expect(menu(3)).toEqual(['parting', 'hang up'])
})

test('WAKE-11 a machine hears the name part three times, four seconds apart, and nothing else', () => {
  const said = (times: number): CallPosition => ({ at: 'machine', said: times })
  expect(silentCall(toMachine(speaking), [said(1), said(2), said(3)])).toEqual([
    'name · 4 s for 1 · machine 1',
    'name · 4 s for 1 · machine 2',
    'name · 4 s for 1 · machine 3',
    'hang up',
  ])
})

test('WAKE-7 a task is said twice, once more if nothing is typed, and then the call ends', () => {
  const typed = (silences: number): CallPosition => ({ at: 'task', round: 1, silences })
  const asked = afterKey(speaking, message, { effect: 'ask-task', onward: 'ask-task' })
  expect(silentCall(asked, [typed(0), typed(1)])).toEqual([
    'first task, first task · 8 s for 3 · task 1 0',
    'first task, first task · 8 s for 3 · task 1 1',
    'parting',
    'hang up',
  ])
})

test('WAKE-7 a wrong answer gets the next task and waits for its number of keys', () => {
  const position: CallPosition = { at: 'task', round: 1, silences: 1 }
  const next = afterKey({ ...speaking, taskRound: 2 }, position, { effect: 'wrong-answer', onward: 'ask-task' })
  expect(told(next)).toEqual(['second task, second task · 8 s for 2 · task 2 0'])
})

test('WAKE-7 a round without a task ends the call instead of asking for nothing', () => {
  for (const taskRound of [3, 4])
    expect(told(afterKey({ ...speaking, taskRound }, message, { effect: 'ask-task', onward: 'ask-task' }))).toEqual([
      'parting',
      'hang up',
    ])
})

test('WAKE-7 a task without its prompt, or a prompt without its task, ends the call too', () => {
  const asked = (part: Partial<Speaking>) =>
    told(afterKey({ ...speaking, ...part }, message, { effect: 'ask-task', onward: 'ask-task' }))
  expect(asked({ script: { ...script, taskPrompts: [] } })).toEqual(['parting', 'hang up'])
  expect(asked({ tasks: [] })).toEqual(['parting', 'hang up'])
})

test.each<[KeyEffect, string[]]>([
  ['confirm', ['closing', 'hang up']],
  ['snooze', ['snoozed', 'hang up']],
  ['stop-all', ['stopped', 'hang up']],
  ['no-snoozes', ['noSnoozes · 4 s for 1 · message 2']],
  ['only-these-keys', ['onlyTheseKeys, shortAsk · 4 s for 1 · message 2']],
  ['say-message', ['message · 4 s for 1 · message 2']],
  ['open-menu', [`menu · 4 s for 1 · menu 2 ${NOW}`]],
])('CALL-7 %s gets a spoken answer, and the call resumes where it was or ends', (effect, expected) => {
  expect(told(afterKey(speaking, { at: 'message', asked: 2 }, { effect, onward: 'confirm' }))).toEqual(expected)
})

test('WAKE-4 a repeated menu starts over', () => {
  const later = { ...speaking, now: NOW + 1_500 }
  const repeated = afterKey(later, { at: 'menu', asked: 1, openedAt: NOW }, { effect: 'open-menu', onward: 'confirm' })
  expect(told(repeated)).toEqual([`menu · 4 s for 1 · menu 1 ${NOW + 1_500}`])
})

test('WAKE-12 a key during what a machine hears starts the message with all its reminders', () => {
  const started = afterKey(speaking, { at: 'machine', said: 2 }, { effect: 'say-message', onward: 'confirm' })
  expect(told(started)).toEqual(['message · 4 s for 1 · message 1'])
})

test('WAKE-7 after a skip 9 counts as 1: goodbye in gentle, the task in firm', () => {
  const skip = (onward: 'confirm' | 'ask-task') => told(afterKey(speaking, message, { effect: 'skip-next', onward }))
  expect(skip('confirm')).toEqual(['skipped', 'closing', 'hang up'])
  expect(skip('ask-task')).toEqual(['skipped', 'first task, first task · 8 s for 3 · task 1 0'])
})
