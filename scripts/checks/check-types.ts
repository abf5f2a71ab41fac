import { runCommand } from '../run-command.ts'

// core has two, since its tests may use Node but its sources may not.
const projects = [
  'core/tsconfig.json',
  'core/tsconfig.test.json',
  'contract/tsconfig.json',
  'server/tsconfig.json',
  'web/tsconfig.json',
  'exchange/tsconfig.json',
  'tsconfig.json',
]

const results = await Promise.all(projects.map(check))
// Several projects check core: its errors are printed for the first of them only.
const errors = results.flatMap(({ output }) => output.trimEnd().split(/\n(?=\S)/))
for (const error of new Set(errors)) if (error !== '') console.error(error)
if (results.some(({ exitCode }) => exitCode !== 0)) process.exit(1)
console.log(`types: ${projects.length} projects have no errors`)

/** On one thread each: more of them check again what their files share, for two and a half times the processor time. */
async function check(project: string) {
  return { project, ...(await runCommand('tsc', ['-p', project, '--singleThreaded'])) }
}
