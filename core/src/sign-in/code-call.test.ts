import { expect, test } from 'vitest'
import { codeCallTurn, type CodeCallPosition } from './code-call.ts'

/** What a call with the code 4719 does after these keys: what it says, how long it waits, where the next key leads. */
function told(position: CodeCallPosition, digits: string | null, more: { code?: null; keepsWakeUpCalls?: true } = {}) {
  const path = (next: CodeCallPosition) => Object.values(next).join(' ')
  const { steps, effect } = codeCallTurn({ position, digits, code: '4719', keepsWakeUpCalls: false, path, ...more })
  const said = steps.flatMap((step) => {
    if (step.do === 'speak') return [step.text]
    if (step.do !== 'ask') return [step.do]
    return [...step.speak.map(({ text }) => text), `${step.waitS} s for ${step.digits} · ${step.answerPath}`]
  })
  return { said: said.join(' '), effect }
}

const greeting = (asked: number): CodeCallPosition => ({ at: 'greeting', asked })
const code = (said: number): CodeCallPosition => ({ at: 'code', said })

test('PHONE-5 without a key, a call with a code asks for one three times and never says the code', () => {
  for (const asked of [0, 1, 2])
    expect(told(greeting(asked), null)).toEqual({
      said: `This is Reveille, with the code you asked for. Press 1 to hear it. Didn't request this? Hang up, or press 0 and we won't call again. 6 s for 1 · greeting ${asked + 1}`,
      effect: 'none',
    })
  for (const position of [greeting(3), code(1), { at: 'stopping' } as const])
    expect(told(position, null)).toEqual({ said: 'Goodbye. hang-up', effect: 'none' })
})

test('PHONE-5 after a key the code is said twice, digit by digit, and again for any key, four times in all', () => {
  const twice = 'Your code is 4 7 1 9 Once more. 4 7 1 9 Press any key to hear it again. 6 s for 1 · code'
  expect(told(greeting(1), '1')).toEqual({ said: `${twice} 1`, effect: 'said' })
  expect(told(code(3), '5')).toEqual({ said: `${twice} 4`, effect: 'said' })
  expect(told({ at: 'stopping' }, '7')).toEqual({ said: `${twice} 1`, effect: 'said' })
  expect(told(code(4), '5')).toEqual({ said: 'Goodbye. hang-up', effect: 'none' })
})

test('PHONE-5 a code that no longer counts is not said', () => {
  const expired = { said: 'This code has expired. Please ask for a new one. Goodbye. hang-up', effect: 'none' }
  for (const digits of ['1', null]) expect(told(greeting(1), digits, { code: null })).toEqual(expired)
})

test('PHONE-5 0 twice ends all calls to the number, and for a number of an account only those with codes', () => {
  const asked = told(code(1), '0')
  expect(asked.said).toMatch(/^Press 0 again, and we'll never call this number, .*Press any other key.* · stopping$/)
  expect(asked.effect).toBe('none')
  expect(told({ at: 'stopping' }, '0', { code: null })).toEqual({
    said: "Done. We won't call this number again. Goodbye. hang-up",
    effect: 'stopped',
  })
  const kept = { keepsWakeUpCalls: true } as const
  expect(told(greeting(1), '0', kept).said).toMatch(/with codes anymore\. Your wake-up calls stay on\. .* · stopping$/)
  expect(told({ at: 'stopping' }, '0', kept)).toEqual({
    said: "Done. We won't call this number with codes again. Your wake-up calls stay on. Goodbye. hang-up",
    effect: 'stopped',
  })
})
