import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'

/** Sentences only, which people read and proof-reading checks: a test of theirs would say them again. */
const PROSE = [/^core\/src\/message\/[a-z]+-texts\.ts$/, /^core\/src\/consents\/(privacy|terms)\.ts$/]

/** What never runs in the tests of one process, and the wiring of the whole. */
const NOT_MUTATED = [/\.test\.ts$/, /\/test-data\//, /-child\.ts$/, /^server\/src\/platform\/database\/migrations\//]

/** The numbers of requirements and attacks, as tests carry them. */
const NUMBER = /(?<![\w-])(?:[A-Z]{2,}-\d+|S\d{1,2})(?![\w-])/g

/** The files below `folders` that are changed: logic in TypeScript. Pages (.tsx) are tested in a browser. */
export async function mutableFiles(folders: readonly string[]): Promise<string[]> {
  const files = await repositoryFiles(...folders)
  const skipped = [...PROSE, ...NOT_MUTATED]
  return files.filter((file) => file.endsWith('.ts') && !skipped.some((pattern) => pattern.test(file)))
}

/** The tests on a database that stand beside one of these files, or name a requirement that one of them names. */
export async function integrationTests(files: readonly string[]): Promise<string[]> {
  const tests = (await repositoryFiles('server/**/*.test.ts')).filter((test) => !test.startsWith(SIMULATION))
  const folders = new Set(files.map((file) => path.dirname(file)))
  const named = new Set((await Promise.all(files.map(numbersIn))).flat())
  const chosen = await Promise.all(
    tests.map(async (test) => folders.has(path.dirname(test)) || (await numbersIn(test)).some((one) => named.has(one))),
  )
  return tests.filter((_test, index) => chosen[index])
}

/** Whole simulated days are too slow to play for every mutant. */
const SIMULATION = 'server/test/simulation/'

async function numbersIn(file: string): Promise<string[]> {
  return (await readFile(path.join(repositoryRoot, file), 'utf8')).match(NUMBER) ?? []
}
