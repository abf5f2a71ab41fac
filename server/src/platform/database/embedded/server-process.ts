import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { environment, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { postmasterPidFile, readPid, worksIn } from './processes.ts'
import { serverSettings } from './settings.ts'

export type ServerHome = { dataDir: string; socketFolder: string; binaries: Binaries; account: Account }

/**
 * Starts the server in a session of its own: Ctrl-C reaches only us while we drain, and the server outlives us. Its
 * process ends at once when another one holds the data folder.
 */
export async function launchServer(
  home: ServerHome,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const { dataDir, binaries, account } = home
  const options = { ...serverSettings, unix_socket_directories: quoted(home.socketFolder), ...settings }
  const given = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...args] = [...account.prefix, binaries.postgres, '-D', dataDir, ...given]
  await using log = await open(logFile(dataDir), 'a', 0o600)
  const stdio: StdioOptions = ['ignore', log.fd, log.fd]
  const server = spawn(command, args, { ...account.as, cwd: '/', env: environment, detached: true, stdio })
  server.on('error', () => undefined) // it could not even be run, so it has no pid
  server.unref()
  return server
}

export function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}

/** A list of folders in PostgreSQL's syntax: quotes keep a comma in a name from splitting it. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

const logFile = (dataDir: string) => join(dataDir, 'server.log')

/** Starts a new log; keeps the previous one. */
export async function rotateLog(dataDir: string): Promise<void> {
  await rename(logFile(dataDir), `${logFile(dataDir)}.1`).catch(() => undefined)
}

/** Why a server did not start, in one line. */
export async function whyItFailed(dataDir: string): Promise<string> {
  const lines = (await readFile(logFile(dataDir), 'utf8').catch(() => '')).trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? ''
}

/**
 * Stops the server of this folder and resolves when it is gone. A fast shutdown: sessions are cut, what they had
 * committed is on disk. After 20 s an immediate one: the next start recovers from the log. Does nothing when its
 * process is not visible from here.
 */
export async function endServer(dataDir: string): Promise<void> {
  const pid = await readPid(postmasterPidFile(dataDir))
  if (pid === null || !(await worksIn(pid, dataDir))) return
  const deadline = performance.now() + 20_000
  process.kill(pid, 'SIGINT')
  for (let asked = false; await worksIn(pid, dataDir); await wait(5)) {
    if (asked || performance.now() < deadline) continue
    process.kill(pid, 'SIGQUIT')
    asked = true
  }
}
