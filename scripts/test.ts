import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { onStop } from '../server/src/platform/process/on-stop.ts'
import { memoryFolder } from './memory-folder.ts'
import { repositoryRoot } from './run-command.ts'
import { addUp, closingLines, readReport, type StepResult } from './test/test-totals.ts'

// Everything that a change must pass. A failing check doesn't stop the tests; the last line counts all failures.
const scratch = await memoryFolder()
const reports = await mkdtemp(path.join(scratch, 'reveille-tests-'))
let running: ChildProcess | null = null
let stopCode: number | null = null
onStop((exitCode) => {
  stopCode = exitCode
  running?.kill()
})
const checked = await npmRun('check', [])
const file = path.join(reports, 'tests.json')
const tested = await npmRun('test:all', ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
const results: StepResult[] = [
  { name: 'check', exitCode: checked, report: null },
  { name: 'test:all', exitCode: tested, report: await readReport(file) },
]
await rm(reports, { recursive: true })

for (const line of closingLines(results)) console.log(line)
process.exitCode = addUp(results).failed === 0 ? 0 : 1

function npmRun(script: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TMPDIR: scratch }
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
