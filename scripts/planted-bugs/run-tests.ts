import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../run-command.ts'
import type { Suspect } from './planted-bug.ts'

/** The fields that we read of the runner's report. */
type Report = { testResults: { assertionResults: { status: string; title: string }[] }[] }

export type TestRun = { passed: number; failed: string[]; seconds: number; output: string }

/** Runs the tests of some suspects of one project in `folder`. */
export async function runTests(folder: string, suspects: readonly [Suspect, ...Suspect[]]): Promise<TestRun> {
  const report = path.join(folder, 'test-report.json')
  const files = new Set(suspects.map(({ file }) => file))
  const titles = suspects.map(({ title }) => title)
  const only = titles.includes(undefined) ? [] : ['-t', titles.map((title) => `(${title})`).join('|')]
  const begun = performance.now()
  await rm(report, { force: true })
  const { output } = await runCommand(
    'vitest',
    ['run', '--project', suspects[0].project, ...files, ...only, '--reporter=json', `--outputFile.json=${report}`],
    folder,
  )
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
    seconds: (performance.now() - begun) / 1000,
    output,
  }
}
