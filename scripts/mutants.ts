import type { Mutant, Outcome } from './mutants/mutant.ts'
import { plantMutants } from './mutants/plant-mutants.ts'
import { startPlayer } from './mutants/play.ts'
import { copyTree } from './mutants/scratch-tree.ts'
import { tryMutants } from './mutants/try-mutants.ts'
import { mutableFiles, testsFor, type TestFiles } from './mutants/what-to-run.ts'
import { parseArgs } from './parse-args.ts'

// Mutation tests: `npm run mutants -- core/src/calls`. Prints the mutants that no test catches, and each file's score. For
// the server it runs the tests in each file's folder, those that import it and those of the same requirements, and also
// removes conditions from its SQL. `--sample 10` tries one mutant in ten, and `--tests FILE` runs only that test file. It needs
// `npm ci --prefix scripts/mutants` once.

const POSTGRES = 'server/test/harness/database/postgres-global-setup.ts'

const { values, positionals: places } = parseArgs({
  options: { sample: { type: 'string', default: '1' }, tests: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const files = await mutableFiles(places)
if (places.length === 0 || files.length === 0)
  throw new Error('no files to mutate; for example: npm run mutants -- core/src/calls')

await using tree = await copyTree('web', 'scripts', 'runtime')
const mutants = await plantMutants(tree.folder, files, Number(values.sample))
const testsOfFile = new Map<string, TestFiles>()
for (const file of files)
  testsOfFile.set(file, values.tests ? { files: values.tests, distantFrom: Infinity } : await testsFor(file))
const onDatabase = files.some((file) => file.startsWith('server/'))
await using player = await startPlayer(tree.folder, onDatabase ? [POSTGRES] : [])
const outcomes = new Map<Mutant, Outcome>(mutants.map((mutant) => [mutant, 'untried']))
// Ctrl-C reports the outcomes so far.
process.once('SIGINT', () => {
  report(outcomes)
  void player[Symbol.asyncDispose]()
    .then(() => tree[Symbol.asyncDispose]())
    .finally(() => process.exit(1))
})
await tryMutants(player, outcomes, new Map(mutants.map((mutant) => [mutant, testsOfFile.get(mutant.file)!])))
report(outcomes)

function report(found: ReadonlyMap<Mutant, Outcome>): void {
  const tried = [...found].filter(([, outcome]) => outcome !== 'untried')
  for (const [{ file, line, change }, outcome] of tried)
    if (outcome !== 'caught') console.log(`${outcome} ${file}:${line} ${change}`)
  const all = tried.map(([{ file }, outcome]) => ({ file, outcome }))
  const row = (name: string, some: typeof all) => {
    const caught = some.filter(({ outcome }) => outcome === 'caught').length
    return { name, caught, of: some.length, share: `${Math.floor((100 * caught) / some.length)} %` }
  }
  if (all.length === 0) return console.log('no mutants here')
  const byFile = [...Map.groupBy(all, ({ file }) => file)].map(([file, some]) => row(file, some))
  console.table([...byFile, row('all', all)])
}
