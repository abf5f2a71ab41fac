import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { memoryFolder } from './memory-folder.ts'
import { repositoryRoot } from './run-command.ts'
import { addUp, closingLines, readReport, type StepResult } from './test/test-totals.ts'

type Step = { name: string; script: string; zone?: string }

// Everything that a change must pass. One failing step does not hide the next: the closing line counts them all. The unit
// tests run twice: code that goes by the machine's zone fails one of the two. Pages and processes wait half of their time,
// so they run beside everything else.
const COMPUTING: readonly Step[] = [
  { name: 'check', script: 'check' },
  { name: 'test:unit', script: 'test:unit' },
  { name: 'test:unit in Auckland', script: 'test:unit', zone: 'Pacific/Auckland' },
  { name: 'test:integration', script: 'test:integration' },
]
const WAITING: readonly Step[] = [
  { name: 'test:browser', script: 'test:browser' },
  { name: 'test:processes', script: 'test:processes' },
]

const scratch = await memoryFolder()
const reports = await mkdtemp(path.join(scratch, 'reveille-tests-'))
const results = (await Promise.all([inOrder(COMPUTING, 'inherit'), inOrder(WAITING, 'pipe')])).flat()
await rm(reports, { recursive: true })

for (const line of closingLines(results)) console.log(line)
process.exitCode = addUp(results).failed === 0 ? 0 : 1

/** What is piped is printed at the end of its step: lines of two steps never mix. */
async function inOrder(steps: readonly Step[], output: 'inherit' | 'pipe'): Promise<StepResult[]> {
  const ended: StepResult[] = []
  for (const { name, script, zone } of steps) {
    const file = path.join(reports, `${name.replaceAll(/\W/g, '-')}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const words = ['run', script, ...(script.startsWith('test:') ? ['--', ...reporters] : [])]
    const env = { ...process.env, TMPDIR: scratch, ...(zone !== undefined && { TZ: zone }) }
    const child = spawn('npm', words, { cwd: repositoryRoot, env, stdio: ['inherit', output, output] })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void said.push(chunk))
    const [code] = (await once(child, 'close')) as [number | null]
    process.stdout.write(Buffer.concat(said))
    ended.push({ name, exitCode: code ?? 1, report: await readReport(file) })
  }
  return ended
}
