import { expect, test } from 'vitest'
import { closingLines, readReport, type StepResult } from './test-totals.ts'

const step = (exitCode: number, passed: number, failed: number): StepResult => ({
  name: 'step',
  exitCode,
  report: { numPassedTests: passed, numFailedTests: failed, numPendingTests: 0 },
})

test.each([
  ['all tests of all steps', [step(0, 3, 0), step(0, 4, 0)], '7 passed, 0 failed'],
  ['failing tests', [step(1, 3, 2), step(0, 4, 0)], '7 passed, 2 failed'],
  [
    'a failing check as one failure',
    [{ name: 'check', exitCode: 1, report: null }, step(0, 4, 0)],
    '4 passed, 1 failed',
  ],
  ['a crash after passing tests as one failure', [step(1, 3, 0)], '3 passed, 1 failed'],
])('the closing line counts %s', (_case, results, expected) => {
  expect(closingLines(results).at(-1)).toBe(expected)
})

test('the closing lines name what was skipped', () => {
  const skipping: StepResult = {
    ...step(0, 1, 0),
    report: { numPassedTests: 1, numFailedTests: 0, numPendingTests: 2 },
  }
  expect(closingLines([skipping])).toContain('2 skipped')
})

test('a runner that died has counted nothing', async () => {
  expect(await readReport('/nowhere/report.json')).toBeNull()
})
