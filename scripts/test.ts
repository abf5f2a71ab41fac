import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { onStop } from '../server/src/platform/process/on-stop.ts'
import { memoryFolder } from './memory-folder.ts'
import { repositoryRoot } from './run-command.ts'
import { addUp, closingLines, readReport, type StepResult } from './test/test-totals.ts'

// Everything that a change must pass. A failing step doesn't stop the next one; the last line counts all failures. The
// unit tests run in two time zones, because code that depends on the machine's zone fails in one of them. The second run
// leaves out the tests that read every text, which take half of the time and don't depend on a zone.
const EVERY_TEXT = ['spoken-length', 'reasons', 'repeats', 'shared-words'].map((name) => `--exclude=**/${name}.test.ts`)
const STEPS: readonly { name: string; script: string; args?: readonly string[]; zone?: string }[] = [
  { name: 'test:unit', script: 'test:unit' },
  { name: 'test:unit in Auckland', script: 'test:unit', args: EVERY_TEXT, zone: 'Pacific/Auckland' },
  { name: 'test:integration', script: 'test:integration' },
  { name: 'test:e2e', script: 'test:e2e' },
]

const scratch = await memoryFolder()
const reports = await mkdtemp(path.join(scratch, 'reveille-tests-'))
let running: ChildProcess | null = null
let stopCode: number | null = null
onStop((exitCode) => {
  stopCode = exitCode
  running?.kill()
})
const results: StepResult[] = [{ name: 'check', exitCode: await npmRun('check', []), report: null }]
for (const { name, script, args = [], zone } of STEPS) {
  const file = path.join(reports, `${name.replaceAll(/\W/g, '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await npmRun(script, [...reporters, ...args], zone === undefined ? {} : { TZ: zone })
  results.push({ name, exitCode, report: await readReport(file) })
}
await rm(reports, { recursive: true })

for (const line of closingLines(results)) console.log(line)
process.exitCode = addUp(results).failed === 0 ? 0 : 1

function npmRun(script: string, args: readonly string[], more: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TMPDIR: scratch, ...more }
    const child = (running = spawn('npm', ['run', script, '--', ...args], {
      cwd: repositoryRoot,
      env,
      stdio: 'inherit',
    }))
    child.on('error', reject)
    child.on('close', (code) => {
      if (stopCode !== null) process.exit(stopCode)
      resolve(code ?? 1)
    })
  })
}
