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

/** Numbers of requirements and security checks, which appear in titles of tests. */
const NUMBER = /(?<![\w-])(?:[A-Z]{2,}-\d+|S\d{1,2})(?![\w-])/g

/** On the server, where tests are slow: the most test files beyond those beside the file and those that import it. */
const MOST_ELSEWHERE = 24
/** Beyond these, a test file runs only for mutants that no nearer one reaches. */
const FOR_ALL = 8

/** From `distantFrom` on, they run only for mutants that no nearer one reaches. */
export type TestFiles = { files: readonly string[]; distantFrom: number }

/** Simulations are too slow to run for every mutant. */
const SIMULATION = 'server/test/simulation/'

/**
 * The tests beside this file and those that import it, then the others of its workspace that share the most and rarest
 * requirements with them.
 */
export async function testsFor(file: string): Promise<TestFiles> {
  const [workspace] = file.split('/')
  const tests = (await repositoryFiles(`${workspace}/**/*.test.ts`)).filter((test) => !test.startsWith(SIMULATION))
  const texts = new Map<string, string>()
  for (const test of tests) texts.set(test, await readFile(path.join(repositoryRoot, test), 'utf8'))
  const beside = tests.filter((test) => path.dirname(test) === path.dirname(file))
  const importing = tests.filter((test) => !beside.includes(test) && imports(test, texts.get(test)!, file))
  const near = [...beside, ...importing]
  const numbers = new Map(tests.map((test) => [test, new Set(texts.get(test)!.match(NUMBER))]))
  const wanted = new Set(near.flatMap((test) => [...numbers.get(test)!]))
  const rarity = (number: string) => 1 / tests.filter((test) => numbers.get(test)!.has(number)).length
  const shares = new Map(
    tests.map((test) => [
      test,
      [...numbers.get(test)!].reduce((sum, one) => sum + (wanted.has(one) ? rarity(one) : 0), 0),
    ]),
  )
  const others = tests
    .filter((test) => !near.includes(test))
    .toSorted((a, b) => shares.get(b)! - shares.get(a)!)
    .filter((test, index) => workspace !== 'server' || (index < MOST_ELSEWHERE && shares.get(test)! > 0))
  return { files: [...near, ...others], distantFrom: near.length + FOR_ALL }
}

function imports(test: string, text: string, file: string): boolean {
  const relative = path.relative(path.dirname(test), file)
  return text.includes(`'${relative.startsWith('.') ? relative : `./${relative}`}'`)
}
