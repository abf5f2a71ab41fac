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

/** The TypeScript files to mutate in `folders`. Pages (.tsx) are tested in a browser. */
export async function mutableFiles(folders: readonly string[]): Promise<string[]> {
  const files = await repositoryFiles(...folders)
  const skipped = [...PROSE, ...NOT_MUTATED]
  return files.filter((file) => file.endsWith('.ts') && !skipped.some((pattern) => pattern.test(file)))
}

/** On the server, where tests are slow: the most test files beyond those beside the file and those that import it. */
const MOST_ELSEWHERE = 8

/** Simulations are too slow to run for every mutant. */
const SIMULATION = 'server/test/simulation/'

/**
 * The tests beside this file, those that import it, then the others of its workspace, the nearest folders first. The
 * server's end with those of its subject.
 */
export async function testsFor(file: string): Promise<string[]> {
  const [workspace, , subject] = file.split('/')
  const isQuick = workspace !== 'server'
  const tests = (await repositoryFiles(`${workspace}/**/*.test.ts`)).filter((test) => !test.startsWith(SIMULATION))
  const beside = tests.filter((test) => path.dirname(test) === path.dirname(file))
  const away = tests.filter((test) => !beside.includes(test))
  const importing: string[] = []
  for (const test of away) if (await imports(test, file)) importing.push(test)
  const others = away
    .filter((test) => !importing.includes(test) && (isQuick || test.startsWith(`server/src/${subject}/`)))
    .toSorted((a, b) => distance(a, file) - distance(b, file))
  return [...beside, ...importing, ...others.slice(0, isQuick ? others.length : MOST_ELSEWHERE)]
}

async function imports(test: string, file: string): Promise<boolean> {
  const relative = path.relative(path.dirname(test), file)
  const specifier = relative.startsWith('.') ? relative : `./${relative}`
  return (await readFile(path.join(repositoryRoot, test), 'utf8')).includes(`'${specifier}'`)
}

/** Steps from one file's folder to the other's. */
function distance(a: string, b: string): number {
  return path.relative(path.dirname(a), path.dirname(b)).split(path.sep).filter(Boolean).length
}
