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
/** The line by which scripts/start.ts says that web, worker and sandbox are ready; parts may say so before. */
export const READY_LINE = /^Reveille is ready\b/
/** The environment variable that names a data folder to begin with. */
export const INSTALLED = 'REVEILLE_TEST_INSTALLED'
const MARK = 'REVEILLE_TEST_RUN'
/** The first start builds the web; after that it is ready in a few seconds. */
const READY_WITHIN_MS = 90_000
const STOPPED_WITHIN_MS = 30_000
/** A refused start may have waited for a database first. */
const ENDED_WITHIN_MS = 60_000

/**
 * Where a run of the product lives. Starting again at the same place restarts the same installation. `checkout` is the
 * folder of another version that runs there instead of this one.
 */
export type Place = {
  dataDir: string
  webUrl: string
  sandboxUrl: string
  env: Readonly<Record<string, string>>
  checkout?: string
}

/** The real product in processes of its own, exactly as `npm start` runs it. */
export type Product = Place &
  ProcessOutput & {
    /** Stops it as Ctrl-C or a process manager does, and waits. Returns the exit code. */
    stop(): Promise<number | null>
    /** Waits until it exits by itself, as a refused start does. Returns the exit code. */
    ended(): Promise<number | null>
    /** A power cut: every process is killed at once, the database too. A carrier of its own keeps ringing. */
    killEverything(): Promise<void>
    /** Only our program dies: the database stays up. */
    killProgram(): Promise<void>
    /** Only the database dies, under a running program. */
    killDatabase(): Promise<void>
    /** The live processes; after stop() there must be none. */
    processes(): Promise<number[]>
    [Symbol.asyncDispose](): Promise<void>
  }

/** A place with an empty data folder and free ports; `env` adds settings or replaces ours. */
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
  // Otherwise each first start would make the six previews during the test.
  await shareClips(path.join(dataDir, 'files'))
  return { dataDir, webUrl, sandboxUrl: `http://localhost:${sandboxPort}`, env: { ...settings, ...env } }
}

/** A place with a database, as after a first start, if the run of the tests has prepared one: a start there takes half. */
export async function installedPlace(env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const place = await newPlace(env)
  const prepared = process.env[INSTALLED]
  if (prepared !== undefined) await promisify(execFile)('cp', ['-a', `${prepared}/.`, place.dataDir])
  return place
}

/** Removes what the runs at a place left behind. */
export async function removePlace({ dataDir }: Place): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
}

/** Starts the product and resolves when it is ready; the error holds its output when it never is. */
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
 * Starts the product without waiting: for a start that is to be refused or cut short. `through` is a command prefix.
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
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // by the channel it ends with a test run that is ended
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

/** The server is run by its path; its own processes call themselves 'postgres: …'. */
const isDatabase = (command: string): boolean => /\/postgres\0|^postgres: /.test(command)

/**
 * What a shell gives every program, and nothing that would configure the product differently from machine to machine.
 */
function environmentWithoutSettings(): Record<string, string> {
  const kept = new Set(['HOME', 'USER', 'LANG', 'TMPDIR', 'PATH'])
  const shell = Object.entries(process.env).filter(([name]) => kept.has(name))
  const ownPrograms = path.join(repositoryRoot, 'node_modules', '.bin')
  const found = Object.fromEntries(shell.map(([name, value]) => [name, value ?? '']))
  return { ...found, PATH: `${ownPrograms}${path.delimiter}${found['PATH'] ?? ''}` }
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
