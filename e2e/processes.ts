import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { shareClips } from '../server/test/harness/app/shared-clips.ts'
import { freePorts } from './free-ports.ts'
import { listenTo, type ProcessOutput } from './process-output.ts'
import { killProcesses, processesOf, type ProcessMark } from './process-tree.ts'

const repositoryRoot = path.join(import.meta.dirname, '..')
/** The line of scripts/start.ts once web, worker and sandbox are ready. */
export const READY_LINE = /^Reveille is ready\b/
/** The environment variable with the data folder that `installedPlace` copies. */
export const INSTALLED = 'REVEILLE_TEST_INSTALLED'
const MARK = 'REVEILLE_TEST_RUN'
/** What earlier starts compiled: half of each start. */
export const COMPILED = { NODE_COMPILE_CACHE: path.join(repositoryRoot, '.cache', 'compiled') }
/** The first start builds the web. Later ones take a few seconds. */
const READY_WITHIN_MS = 90_000
const STOPPED_WITHIN_MS = 30_000
/** A refused start may wait for a database first. */
const ENDED_WITHIN_MS = 60_000

/**
 * Where the product runs. Starting again at a place restarts its installation. `checkout` is the folder of another
 * version to run instead of this one.
 */
export type Place = {
  dataDir: string
  webUrl: string
  sandboxUrl: string
  env: Readonly<Record<string, string>>
  checkout?: string
}

/** The real product in its own processes, exactly as `npm start` runs it. */
export type Product = Place &
  ProcessOutput & {
    /** Sends SIGTERM, like a process manager, and waits. Returns the exit code. */
    stop(): Promise<number | null>
    /** Waits until it exits by itself, like a refused start. Returns the exit code. */
    ended(): Promise<number | null>
    /** Kills every process, the database too, like a power cut. A carrier in its own process keeps ringing. */
    killEverything(): Promise<void>
    /** Kills only our program. The database stays up. */
    killProgram(): Promise<void>
    /** Kills only the database, under the running program. */
    killDatabase(): Promise<void>
    /** The live processes. After stop() there must be none. */
    processes(): Promise<number[]>
    [Symbol.asyncDispose](): Promise<void>
  }

/** A place with an empty data folder and free ports. `env` adds or overrides settings. */
export async function newPlace(env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'reveille-e2e-')))
  const [port, sandboxPort, smtpPort] = await freePorts(3)
  const webUrl = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    PUBLIC_URL: webUrl,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    SPEECH_AHEAD: 'off',
  }
  // Otherwise each first start synthesizes the previews during the test.
  await shareClips(path.join(dataDir, 'files'))
  return { dataDir, webUrl, sandboxUrl: `http://localhost:${sandboxPort}`, env: { ...settings, ...env } }
}

/** A place like after a first start, if the test run has prepared one. Starting there takes half as long. */
export async function installedPlace(env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const place = await newPlace(env)
  const prepared = process.env[INSTALLED]
  if (prepared !== undefined) await promisify(execFile)('cp', ['-a', `${prepared}/.`, place.dataDir])
  return place
}

/** Deletes the data folder of a place. */
export async function removePlace({ dataDir }: Place): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
}

/** Starts the product and waits until it is ready. The error contains its output. */
export async function startProduct(place: Place): Promise<Product> {
  const product = launchProduct(place)
  try {
    await product.waitForLine(READY_LINE, READY_WITHIN_MS)
    return product
  } catch (error) {
    await product.killEverything()
    throw error
  }
}

/**
 * Starts the product without waiting, for a start that is refused or interrupted. `through` is a command prefix.
 */
export function launchProduct(
  place: Place,
  program: readonly string[] = ['scripts/start.ts'],
  through: readonly string[] = [],
): Product {
  const mark: ProcessMark = { variable: MARK, value: randomUUID(), folder: place.dataDir }
  const [command = '', ...words] = [...through, 'node', ...program]
  const child = spawn(command, words, {
    cwd: place.checkout ?? repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the IPC channel makes it end with the test run
    env: { ...environmentWithoutSettings(), ...place.env, [MARK]: mark.value },
  })
  const said = listenTo(child)
  const killEverything = (): Promise<void> => killProcesses(mark)
  return {
    ...place,
    ...said,
    stop: () => stop(child, said.output),
    ended: () => ended(child, said.output, ENDED_WITHIN_MS),
    killEverything,
    killProgram: () => killProcesses(mark, (command) => !isDatabase(command)),
    killDatabase: () => killProcesses(mark, isDatabase),
    processes: () => processesOf(mark),
    [Symbol.asyncDispose]: killEverything,
  }
}

/** The server's command is its path. Its child processes call themselves 'postgres: …'. */
const isDatabase = (command: string): boolean => /\/postgres\0|^postgres: /.test(command)

/** The usual variables of a shell, without any that would configure the product differently on each machine. */
function environmentWithoutSettings(): Record<string, string> {
  const kept = new Set(['HOME', 'USER', 'LANG', 'TMPDIR', 'PATH'])
  const shell = Object.entries(process.env).filter(([name]) => kept.has(name))
  const ownPrograms = path.join(repositoryRoot, 'node_modules', '.bin')
  const found = Object.fromEntries(shell.map(([name, value]) => [name, value ?? '']))
  return { ...found, ...COMPILED, PATH: `${ownPrograms}${path.delimiter}${found['PATH'] ?? ''}` }
}

async function stop(child: ChildProcess, output: () => string): Promise<number | null> {
  child.kill('SIGTERM')
  return ended(child, output, STOPPED_WITHIN_MS)
}

async function ended(child: ChildProcess, output: () => string, withinMs: number): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  await once(child, 'close', { signal: AbortSignal.timeout(withinMs) }).catch((cause: unknown) => {
    throw new Error(`the product did not end within ${withinMs} ms:\n${output()}`, { cause })
  })
  return child.exitCode
}
