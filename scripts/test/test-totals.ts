import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from '../run-command.ts'

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  /** Each failed test, and each file that failed to load, with the first line of its error. */
  failures: string[]
}

/** The result of one step of `npm test`. `report` is null when the test runner wrote none. */
export type StepResult = { name: string; exitCode: number; report: Report | null }

type Totals = { passed: number; failed: number; skipped: number }

/** Null when the test runner wrote no report. */
export async function readReport(file: string): Promise<Report | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : parseReport(JSON.parse(text))
}

type Result = {
  name: string
  message?: string
  status: string
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
}

function parseReport(report: Partial<Record<keyof Report, unknown>> & { testResults?: Result[] }): Report {
  return {
    numPassedTests: count(report.numPassedTests),
    numFailedTests: count(report.numFailedTests),
    numPendingTests: count(report.numPendingTests),
    failures: (report.testResults ?? []).flatMap(failuresOf),
  }
}

function failuresOf({ name, message, status, assertionResults }: Result): string[] {
  const file = path.relative(repositoryRoot, name)
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages?.[0])}`)
}

const firstLine = (text = '') => text.trim().split('\n')[0]!.slice(0, 300)

function count(value: unknown): number {
  if (typeof value === 'number') return value
  throw new Error('the test runner wrote a report without its counts')
}

/** A step that fails without a failing test (a check, a build, a crash) counts as one failure. */
export function addUp(results: readonly StepResult[]): Totals {
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 }
  for (const { exitCode, report } of results) {
    const failed = report?.numFailedTests ?? 0
    totals.passed += report?.numPassedTests ?? 0
    totals.failed += exitCode !== 0 && failed === 0 ? 1 : failed
    totals.skipped += report?.numPendingTests ?? 0
  }
  return totals
}

/** The failures, one line per step, then `N passed, N failed` as the last line. */
export function closingLines(results: readonly StepResult[]): string[] {
  const { passed, failed, skipped } = addUp(results)
  const steps = results.map(({ name, exitCode }) => `${name}: ${exitCode === 0 ? 'passed' : 'FAILED'}`)
  const failures = results.flatMap(({ name, report }) => (report?.failures ?? []).map((line) => `${name}: ${line}`))
  return [...failures, ...steps, ...(skipped > 0 ? [`${skipped} skipped`] : []), `${passed} passed, ${failed} failed`]
}
