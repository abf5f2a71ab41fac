import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { onStop } from '../server/src/platform/process/start-and-stop.ts'
import { memoryFolder } from './memory-folder.ts'
import { repositoryRoot, runCommand } from './run-command.ts'
import { addUp, closingLines, readReport, type StepResult } from './test/test-totals.ts'

// Everything that a change must pass. The check runs beside the tests, of which many wait, and prints in one piece. The last
// line counts all failures.
const scratch = await memoryFolder()
const reports = await mkdtemp(path.join(scratch, 'reveille-tests-'))
let running: ChildProcess | null = null
let stopCode: number | null = null
onStop((exitCode) => {
  stopCode = exitCode
  running?.kill()
})
const checking = runCommand('npm', ['run', 'check'])
void checking.then(({ output }) => process.stdout.write(output))
const file = path.join(reports, 'tests.json')
const tested = await runTests()
const results: StepResult[] = [
  { name: 'check', exitCode: (await checking).exitCode, report: null },
  { name: 'test:all', exitCode: tested, report: await readReport(file) },
]
await rm(reports, { recursive: true })

for (const line of closingLines(results)) console.log(line)
process.exitCode = addUp(results).failed === 0 ? 0 : 1

function runTests(): Promise<number> {
  return new Promise((resolve, reject) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const child = (running = spawn('npm', ['run', 'test:all', '--', ...reporters], {
      cwd: repositoryRoot,
      env: { ...process.env, TMPDIR: scratch },
      stdio: 'inherit',
    }))
    child.on('error', reject)
    child.on('close', (code) => {
      if (stopCode !== null) process.exit(stopCode)
      resolve(code ?? 1)
    })
  })
}
