import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newPlace, removePlace, startProduct, type Product } from '../e2e/processes.ts'
import { parseArgs } from '../scripts/parse-args.ts'

// How long does a start take, and how much memory does the idle product need? Rebuilds the web app.
// node bench/start-and-rest.ts

const { values } = parseArgs({ options: { rest: { type: 'string', default: '60' } } })
const root = path.join(import.meta.dirname, '..')
const WARM_STARTS = 3

await rm(path.join(root, 'web/dist'), { recursive: true, force: true })
const place = await newPlace()
try {
  const cold = await timedStart()
  await cold.product.stop()
  const warm: number[] = []
  for (let start = 1; start < WARM_STARTS; start++) {
    const { ms, product } = await timedStart()
    warm.push(ms)
    await product.stop()
  }
  const last = await timedStart()
  warm.push(last.ms)
  await pause(Number(values.rest) * 1000)
  const processes = await Promise.all((await last.product.processes()).map(memoryOf))
  await last.product.stop()
  report(cold.ms, warm, processes)
  console.log(
    `disk: data folder ${await sizeOf(place.dataDir)}, node_modules ${await sizeOf(path.join(root, 'node_modules'))}`,
  )
} finally {
  await removePlace(place)
}

async function timedStart(): Promise<{ ms: number; product: Product }> {
  const startedAt = performance.now()
  const product = await startProduct(place)
  return { ms: performance.now() - startedAt, product }
}

type Memory = { process: string; 'PSS MB': number }

/** The proportional set size, which divides shared pages among their processes. */
async function memoryOf(pid: number): Promise<Memory> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
  const kB = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1])
  return { process: command.replaceAll(root, '').slice(0, 60), 'PSS MB': Math.round(kB / 102.4) / 10 }
}

function report(coldMs: number, warmMs: readonly number[], processes: readonly Memory[]): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(`${availableParallelism()} cores, node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the end`)
  console.log(`first start with the first build of the web to ready: ${seconds(coldMs)} (target: under 15 s)`)
  console.log(`later starts: ${warmMs.map(seconds).join(', ')} (target: 1.5 s)`)
  console.table(processes)
  const total = processes.reduce((sum, { 'PSS MB': mb }) => sum + mb, 0)
  console.log(`memory after ${values.rest} s of rest: ${total.toFixed(0)} MB (target: 200 MB)`)
}

async function sizeOf(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)('du', ['-sm', folder])
  return `${stdout.split('\t')[0]} MB`
}
