import { expect, test } from 'vitest'
import { nationalOf, resourceOf, targetOf } from './dial-plan.ts'

const lineNumber = '+49301234560'

test.each([
  ['+49301234561', lineNumber, '0301234561'],
  ['+491701234567', lineNumber, '01701234567'],
  ['+12025550123', lineNumber, '0012025550123'],
  ['+49301234561', '+12025550123', '01149301234561'],
  ['+12025550124', '+12025550123', '2025550124'],
  ['+61491570156', '+61299990000', '0491570156'],
])('LINE-1 %s is dialed from %s as %s', (number, from, dialed) => {
  expect(nationalOf(number, from)).toBe(dialed)
})

test('LINE-1 a phone in the house is dialed there, another number by the trunk, and without a trunk not at all', () => {
  const phones = { '+49301234561': 'PJSIP/601' }
  const plan = { phones, dial: 'PJSIP/{number}@trunk', lineNumber }
  expect(targetOf(plan, '+49301234561')).toEqual({ endpoint: 'PJSIP/601', byTrunk: false })
  expect(targetOf(plan, '+4940123456')).toEqual({ endpoint: 'PJSIP/+4940123456@trunk', byTrunk: true })
  expect(targetOf({ ...plan, dial: 'PJSIP/{national}@fritzbox' }, '+4940123456')?.endpoint).toBe(
    'PJSIP/040123456@fritzbox',
  )
  expect(targetOf({ ...plan, dial: null }, '+4940123456')).toBeNull()
  expect(resourceOf('PJSIP/+4940123456@trunk')).toBe('trunk')
  expect(resourceOf('PJSIP/601')).toBe('601')
})
