import { parseArgs } from 'node:util'
import type { Mutant } from './mutants/mutant.ts'
import { rangesOf } from './mutants/sample.ts'
import { strykerMutants } from './mutants/stryker.ts'
import { conditionMutants } from './mutants/try-sql-conditions.ts'
import { integrationTests, mutableFiles } from './mutants/what-to-run.ts'
import { copyTree } from './planted-bugs/scratch-tree.ts'

// Changes the code in small ways, one at a time, and expects a test to notice each: `npm run mutants -- core/src/calls`.
// Prints those that no test noticed, and the share of the noticed by file. For the server it runs the tests beside each
// file and those that name its requirements, and takes conditions out of its SQL; `--sample 10` tries one line in ten.
// It needs `npm ci --prefix scripts/mutants` once.

const { values, positionals: folders } = parseArgs({
  options: { sample: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const every = Number(values.sample)
const files = await mutableFiles(folders)
if (folders.length === 0 || files.length === 0) throw new Error('say what to change: npm run mutants -- core/src/calls')

await using tree = await copyTree('web')
const server = files.filter((file) => file.startsWith('server/'))
const others = files.filter((file) => !file.startsWith('server/'))
const mutants = [...(await changed(others, null))]
for (const folder of Map.groupBy(server, (file) => file.slice(0, file.lastIndexOf('/'))).values()) {
  const tests = await integrationTests(folder)
  mutants.push(
    ...(await changed(folder, tests)),
    ...(await conditionMutants(tree.folder, { files: folder, tests, every })),
  )
}
report(mutants)

async function changed(some: readonly string[], tests: readonly string[] | null): Promise<Mutant[]> {
  const ranges = await rangesOf(some, every)
  return ranges.length === 0 ? [] : strykerMutants(tree.folder, { ranges, tests })
}

function report(found: readonly Mutant[]): void {
  for (const { file, line, change } of found.filter(({ caught }) => !caught)) console.log(`${file}:${line} ${change}`)
  const row = (name: string, some: readonly Mutant[]) => {
    const caught = some.filter((one) => one.caught).length
    return { name, caught, of: some.length, share: `${Math.floor((100 * caught) / some.length)} %` }
  }
  if (found.length === 0) return console.log('nothing here can be changed')
  const byFile = [...Map.groupBy(found, ({ file }) => file)].map(([file, some]) => row(file, some))
  console.table([...byFile, row('all', found)])
}
