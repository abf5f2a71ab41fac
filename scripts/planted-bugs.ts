import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bugGroups } from './planted-bugs/all.ts'
import { lostAnchors } from './planted-bugs/lost-anchors.ts'
import type { PlantedBug, Suspect } from './planted-bugs/planted-bug.ts'
import { resultPage, type Result } from './planted-bugs/result-table.ts'
import { runTests } from './planted-bugs/run-tests.ts'
import { copyTree, type ScratchTree } from './planted-bugs/scratch-tree.ts'
import { repositoryRoot, runCommand } from './run-command.ts'

// Plants bugs in a copy of the sources, one after the other, and expects the tests to catch each: `npm run
// planted-bugs`, some groups by `-- --group dispatch --group carrier`, or one bug by `-- --only name`. The results of a
// group are written into docs/planted-bugs.md.

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, group: { type: 'string', multiple: true } },
})
const groups = Object.entries(bugGroups).flatMap(([group, bugs]) => {
  if (options.group !== undefined && !options.group.includes(group)) return []
  const wanted = bugs.filter(({ name }) => options.only === undefined || name === options.only)
  return wanted.length === 0 ? [] : [{ group, bugs: wanted }]
})
if (groups.length === 0) throw new Error('there is no such planted bug')
const chosen = groups.flatMap(({ bugs }) => bugs)
const lost = await lostAnchors(chosen)
if (lost.length > 0) throw new Error(`these bugs must be aimed anew:\n${lost.join('\n')}`)

await using tree = await copyTree('docs/security.md', 'scripts') // a test compares that page with the code
await checkSound(tree, chosen)
const results: Result[] = []
for (const { group, bugs } of groups) {
  const ofGroup: Result[] = []
  for (const bug of bugs) ofGroup.push(await plant(tree, bug))
  if (options.only === undefined) await writeGroup(group, ofGroup)
  results.push(...ofGroup)
}
const escaped = results.filter(({ caughtBy }) => caughtBy === null)
console.log(`${results.length - escaped.length} of ${results.length} planted bugs caught`)
process.exitCode = escaped.length === 0 ? 0 : 1

/** A test that fails anyway would catch anything. */
async function checkSound({ folder }: ScratchTree, planted: readonly PlantedBug[]): Promise<void> {
  const suspects = planted.map(({ caughtBy }) => caughtBy)
  for (const ofProject of Map.groupBy(suspects, ({ project }) => project).values()) {
    const { passed, failed, output } = await runTests(folder, ofProject as [Suspect, ...Suspect[]])
    const failure = failed.length > 0 ? failed.join(', ') : passed === 0 ? 'no test ran' : null
    if (failure !== null) throw new Error(`without a planted bug: ${failure}\n${output}`)
    console.log(`${passed} tests pass without a planted bug`)
  }
}

async function plant(scratch: ScratchTree, bug: PlantedBug): Promise<Result> {
  const { passed, failed, seconds, output } = await scratch.withBug(bug, () => runTests(scratch.folder, [bug.caughtBy]))
  if (passed + failed.length === 0) throw new Error(`${bug.name}: no test ran\n${output}`)
  const caughtBy = failed[0] ?? null
  console.log(`${bug.name}: ${caughtBy === null ? 'NOT CAUGHT' : `caught by ${caughtBy}`} (${seconds.toFixed(0)} s)`)
  return { bug, caughtBy, seconds }
}

async function writeGroup(group: string, tried: readonly Result[]): Promise<void> {
  const page = path.join(repositoryRoot, 'docs', 'planted-bugs.md')
  const old = await readFile(page, 'utf8').catch(() => '')
  await writeFile(page, resultPage(old, new Map([[group, tried]])))
  await runCommand('oxfmt', [page])
}
