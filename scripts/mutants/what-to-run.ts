import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'

/** Prose, which people proofread and tests would only repeat. */
const PROSE = [
  /^core\/src\/message\/voices\/(?!all-voices|style-sheets|voice-lines)[a-z-]+\.ts$/,
  /^core\/src\/consents\/(privacy|terms)\.ts$/,
]

/** Code that never runs inside a test's process. */
const NOT_MUTATED = [/\.test\.ts$/, /\/test-data\//, /-child\.ts$/, /^server\/src\/platform\/database\/migrations\//]

/** Requirement and security check numbers. */
const NUMBER = /(?<![\w-])(?:[A-Z]{2,}-\d+|S\d{1,2})(?![\w-])/g

/** The TypeScript files to mutate in `folders`. Pages (.tsx) are tested in a browser. */
export async function mutableFiles(folders: readonly string[]): Promise<string[]> {
  const files = await repositoryFiles(...folders)
  const skipped = [...PROSE, ...NOT_MUTATED]
  return files.filter((file) => file.endsWith('.ts') && !skipped.some((pattern) => pattern.test(file)))
}

/** For the server, the most test files from other folders. */
const MOST_ELSEWHERE = 5

/**
 * The tests in this file's folder, then those that mention the most and rarest of its requirements. Outside the server,
 * where tests are fast, also all others of the workspace.
 */
export async function testsFor(file: string): Promise<string[]> {
  const workspace = file.split('/')[0]!
  const tests = (await repositoryFiles(`${workspace}/**/*.test.ts`)).filter((test) => !test.startsWith(SIMULATION))
  const [beside, elsewhere] = [true, false].map((is) =>
    tests.filter((test) => (path.dirname(test) === path.dirname(file)) === is),
  ) as [string[], string[]]
  const named = new Map<string, string[]>()
  for (const test of elsewhere)
    for (const number of new Set(await numbersIn(test))) named.set(number, [...(named.get(number) ?? []), test])
  const nearness = new Map<string, number>()
  for (const number of new Set(await numbersIn(file)))
    for (const test of named.get(number) ?? [])
      nearness.set(test, (nearness.get(test) ?? 0) + 1 / named.get(number)!.length)
  const far = (test: string) => -(nearness.get(test) ?? 0)
  const nearest = elsewhere.toSorted((a, b) => far(a) - far(b))
  const isQuick = workspace !== 'server'
  return [...beside, ...nearest.filter((test, index) => isQuick || (index < MOST_ELSEWHERE && far(test) < 0))]
}

/** Simulations are too slow to run for every mutant. */
const SIMULATION = 'server/test/simulation/'

async function numbersIn(file: string): Promise<string[]> {
  return (await readFile(path.join(repositoryRoot, file), 'utf8')).match(NUMBER) ?? []
}
