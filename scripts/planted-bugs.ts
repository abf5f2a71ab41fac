import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { plantedBugs } from './planted-bugs/all.ts'
import type { PlantedBug, Suspect } from './planted-bugs/planted-bug.ts'
import { resultPage, type Result } from './planted-bugs/result-table.ts'
import { runTests } from './planted-bugs/run-tests.ts'
import { copyTree, type ScratchTree } from './planted-bugs/scratch-tree.ts'
import { repositoryRoot, runCommand } from './run-command.ts'

// Makes mistakes in a copy of the sources, one after the other, and expects that the tests notice each:
// `npm run planted-bugs`, or one of them by `-- --only name`. All of them together write docs/planted-bugs.md.

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })
const bugs = plantedBugs.filter(({ name }) => options.only === undefined || name === options.only)
if (bugs.length === 0) throw new Error(`no planted bug is called ${options.only}`)

await using tree = await copyTree()
await checkSound(tree, bugs)
const results: Result[] = []
for (const bug of bugs) {
  const result = await plant(tree, bug)
  results.push(result)
  const words = result.caughtBy === null ? 'NOT CAUGHT' : `caught by ${result.caughtBy}`
  console.log(`${bug.name}: ${words} (${result.seconds.toFixed(0)} s)`)
}
if (options.only === undefined) await writePage(results)
const escaped = results.filter(({ caughtBy }) => caughtBy === null)
console.log(`${results.length - escaped.length} of ${results.length} planted bugs caught`)
process.exitCode = escaped.length === 0 ? 0 : 1

/** A test that fails anyway would catch anything. */
async function checkSound({ folder }: ScratchTree, [...planted]: PlantedBug[]): Promise<void> {
  for (const suspects of Map.groupBy(
    planted.map(({ caughtBy }) => caughtBy),
    ({ project }) => project,
  ).values()) {
    const { passed, failed, output } = await runTests(folder, suspects as [Suspect, ...Suspect[]])
    if (failed.length > 0 || passed === 0) throw new Error(`without a planted bug: ${failed.join(', ')}\n${output}`)
    console.log(`${passed} tests pass without a planted bug`)
  }
}

async function plant(scratch: ScratchTree, bug: PlantedBug): Promise<Result> {
  const { failed, seconds } = await scratch.withBug(bug, () => runTests(scratch.folder, [bug.caughtBy]))
  return { bug, caughtBy: failed[0] ?? null, seconds }
}

async function writePage(all: readonly Result[]): Promise<void> {
  const page = path.join(repositoryRoot, 'docs', 'planted-bugs.md')
  await writeFile(page, resultPage(all))
  await runCommand('oxfmt', [page])
}
