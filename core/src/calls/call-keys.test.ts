import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyEffect, type KeyContext } from './call-keys.ts'
import { MAX_SNOOZES } from './next-step.ts'

const wakeUp: KeyContext = { isSample: false, snoozesSoFar: 0, next: 'there', afterZero: false }
const sample: KeyContext = { ...wakeUp, isSample: true }

test.each([
  ['1 confirms', '1', wakeUp, 'confirm'],
  ['1 confirms a sample too', '1', sample, 'confirm'],
  ['2 snoozes', '2', wakeUp, 'snooze'],
  ['2 snoozes a third time', '2', { ...wakeUp, snoozesSoFar: 2 }, 'snooze'],
  ['2 is not offered a fourth time', '2', { ...wakeUp, snoozesSoFar: 3 }, 'repeat-choices'],
  ['2 is not offered in a sample', '2', sample, 'repeat-choices'],
  ['9 skips the next call', '9', wakeUp, 'skip-next'],
  ['9 counts as 1 when the call that was named is gone', '9', { ...wakeUp, next: 'gone' }, 'confirm'],
  ['9 is not offered when nothing is to come', '9', { ...wakeUp, next: 'none' }, 'repeat-choices'],
  ['9 is not offered in a sample', '9', sample, 'repeat-choices'],
  ['0 warns first', '0', wakeUp, 'warn-stop'],
  ['0 after 0 stops all calls', '0', { ...wakeUp, afterZero: true }, 'stop-all'],
  ['1 after 0 confirms and stops nothing', '1', { ...wakeUp, afterZero: true }, 'confirm'],
  ['any other key repeats the choices', '5', wakeUp, 'repeat-choices'],
  ['two digits are no key', '11', wakeUp, 'repeat-choices'],
  ['00 at once is not 0 and again 0', '00', wakeUp, 'repeat-choices'],
] as const)('CALL-7 %s', (_case, key, context, effect) => {
  expect(keyEffect(key, context)).toBe(effect)
})

const anyContext = fc.record({
  isSample: fc.boolean(),
  snoozesSoFar: fc.nat({ max: MAX_SNOOZES + 2 }),
  next: fc.constantFrom('there', 'gone', 'none'),
  afterZero: fc.boolean(),
})

const anyKey = fc.oneof(fc.constantFrom('0', '1', '2', '9'), fc.string({ maxLength: 3 }))

test('CALL-7 only 0 right after 0 stops all calls, only 2 below the limit snoozes, whatever the call', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyKey, anyContext, (key, context) => {
      const effect = keyEffect(key, context)
      seen.add(effect)
      if (effect === 'stop-all') expect([key, context.afterZero]).toEqual(['0', true])
      if (effect === 'snooze')
        expect([key, context.isSample, context.snoozesSoFar < MAX_SNOOZES]).toEqual(['2', false, true])
      if (effect === 'skip-next') expect([key, context.isSample, context.next]).toEqual(['9', false, 'there'])
      if (effect === 'confirm' && key !== '1')
        expect([key, context.isSample, context.next]).toEqual(['9', false, 'gone'])
    }),
    { numRuns: 1000 },
  )
  expect([...seen]).toEqual(expect.arrayContaining(['stop-all', 'snooze', 'skip-next', 'confirm']))
})
