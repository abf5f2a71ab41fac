import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCommand } from '../run-command.ts'
import type { Mutant } from './mutant.ts'

/** The fields that we read of Stryker's report (its schema is the mutation-testing-report-schema). */
type Report = {
  files: Record<
    string,
    { mutants: { status: string; mutatorName: string; replacement?: string; location: { start: { line: number } } }[] }
  >
}

const NOT_COUNTED = new Set(['Ignored', 'CompileError', 'RuntimeError'])
const CAUGHT = new Set(['Killed', 'Timeout'])

/**
 * Lets Stryker change `ranges` (files, or parts of files as file:first-last) of the tree in `folder`, with the tests of
 * `tests`, or with the unit tests that import a changed file.
 */
export async function strykerMutants(
  folder: string,
  { ranges, tests }: { ranges: readonly string[]; tests: readonly string[] | null },
  related = tests === null,
): Promise<Mutant[]> {
  const files = { runner: 'mutants.vitest.config.ts', settings: 'mutants.json', report: 'mutants-report.json' }
  await writeFile(path.join(folder, files.runner), runnerConfig(tests))
  await writeFile(path.join(folder, files.settings), JSON.stringify(settings(ranges, related, files)))
  const { core } = installed()
  const stryker = path.join(path.dirname(core), 'bin', 'stryker.js')
  const { exitCode, output } = await runCommand('node', [stryker, 'run', files.settings], folder)
  if (exitCode !== 0) throw new Error(`Stryker failed:\n${output}`)
  // No test imports one of them: what others of the kind notice counts.
  if (related && output.includes('No tests were executed')) return strykerMutants(folder, { ranges, tests }, false)
  const report = JSON.parse(await readFile(path.join(folder, files.report), 'utf8')) as Report
  return Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => !NOT_COUNTED.has(status))
      .map(({ status, mutatorName, replacement, location }) => ({
        file,
        line: location.start.line,
        change: `${mutatorName}: ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)}`,
        caught: CAUGHT.has(status),
      })),
  )
}

function runnerConfig(tests: readonly string[] | null): string {
  const include = tests ?? ['{core,contract,web}/src/**/*.test.ts', 'server/src/**/*.unit.test.ts']
  const setup = tests === null ? {} : { globalSetup: 'server/test/harness/database/postgres-global-setup.ts' }
  const test = { include, ...setup, testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }
  return `export default ${JSON.stringify({ test })}\n`
}

function settings(
  ranges: readonly string[],
  related: boolean,
  { runner, report }: { runner: string; report: string },
): object {
  return {
    testRunner: 'vitest',
    plugins: [pathToFileURL(installed().runner).href],
    mutate: ranges,
    vitest: { configFile: runner, related, pool: 'forks' },
    coverageAnalysis: 'perTest',
    inPlace: true, // the tree is a copy already
    tsconfigFile: 'none.json', // Stryker would rewrite it by TypeScript's old programming interface
    concurrency: 2,
    reporters: ['json'],
    jsonReporter: { fileName: report },
    warnings: false,
    allowEmpty: true,
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 30,
  }
}

/** The packages are no dependencies of the product: who runs this installs them apart. */
function installed(): { core: string; runner: string } {
  const { resolve } = createRequire(import.meta.url)
  try {
    return {
      core: resolve('@stryker-mutator/core/package.json'),
      runner: resolve('@stryker-mutator/vitest-runner'),
    }
  } catch {
    throw new Error('Stryker is missing: run npm ci --prefix scripts/mutants first')
  }
}
