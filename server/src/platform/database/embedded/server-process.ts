import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { environment, isAlive, postmasterPidFile, SOCKET_NAME, type ServerHome } from './home.ts'

/**
 * Passed on the command line at each start, so that a new version also changes them for old data folders. Durability
 * first, then size: the whole product must fit in 350 MB when idle.
 */
const serverSettings: Readonly<Record<string, string>> = {
  cluster_name: 'reveille', // in the names of its processes
  listen_addresses: '', // only the socket in a private folder
  port: '5432', // part of the socket's name
  unix_socket_permissions: '0700',

  fsync: 'on',
  // On macOS a plain fsync returns before the drive has written.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal', // there are no replicas
  max_wal_senders: '0',
  max_wal_size: '256MB',

  max_connections: '60',
  shared_buffers: '48MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  io_method: 'sync', // saves three idle worker processes
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0', // saves its idle launcher
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  jit: 'off',

  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and errors about them may hold personal data, so log only what concerns the server itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

/**
 * Starts the server in its own session: Ctrl-C reaches only us while we drain, and the server outlives us. Its process
 * exits at once when another one holds the data folder.
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
  server.on('error', () => undefined) // it couldn't be run, so it has no pid
  server.unref()
  return server
}

/** PostgreSQL's syntax for a list of folders: the quotes keep a comma from splitting a name. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

export function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}

const logFile = (dataDir: string) => join(dataDir, 'server.log')

export async function rotateLog(dataDir: string): Promise<void> {
  await rename(logFile(dataDir), `${logFile(dataDir)}.1`).catch(() => undefined)
}

export async function whyItFailed(dataDir: string): Promise<string> {
  const lines = (await readFile(logFile(dataDir), 'utf8').catch(() => '')).trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? ''
}

/**
 * Stops this folder's server and resolves when it is gone. Fast shutdown first, immediate shutdown after 20 s: the next
 * start then recovers from the WAL. Does nothing when its process isn't visible from here.
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

/** Above the highest pid of any system. */
const PID_OF_NOBODY = 5_000_000

/**
 * After a kill, PostgreSQL finds its old lock files. If another process now has that pid, as is typical in a restarted
 * container, it would refuse forever. We write a dead pid into the data folder's lock instead of removing it, because
 * PostgreSQL uses the shared memory it names to look for the old server's children. An empty lock, left by a power
 * failure, is removed. Call this only after a start has failed: by then a rival has finished writing its lock.
 */
export async function releaseStaleLocks({ dataDir, socketFolder }: ServerHome): Promise<void> {
  for (const file of [postmasterPidFile(dataDir), join(socketFolder, `${SOCKET_NAME}.lock`)]) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null) continue
    const pid = pidIn(text)
    if (pid === null) await rm(file, { force: true })
    else if (isAlive(pid) && !(await worksIn(pid, dataDir)))
      await writeFile(file, text.replace(/^.*/, String(PID_OF_NOBODY)))
  }
}

export async function readPid(lockFile: string): Promise<number | null> {
  return pidIn(await readFile(lockFile, 'utf8').catch(() => ''))
}

function pidIn(text: string): number | null {
  const pid = Math.abs(Number.parseInt(text, 10)) // negative for a single-user server
  return pid > 0 ? pid : null
}

/** Whether the process's working directory is this folder, as for every process of a PostgreSQL server. */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  const [here, there] = await Promise.all([
    stat(folder),
    workingFolder(pid)
      .then(stat)
      .catch(() => null),
  ])
  return here.dev === there?.dev && here.ino === there.ino
}

/** Linux shows it in /proc; macOS has lsof. Throws for a process that is gone or isn't ours. */
async function workingFolder(pid: number): Promise<string> {
  if (existsSync('/proc/self/cwd')) return `/proc/${pid}/cwd`
  const args = ['-w', '-a', '-d', 'cwd', '-p', String(pid), '-Fn']
  const { stdout } = await promisify(execFile)('lsof', args, { env: environment })
  return /^n(.*)$/m.exec(stdout)?.[1] ?? ''
}
