import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * How to recognize the processes of a run: by an inherited variable or by their working folder. Without `variable`, any
 * variable that contains the folder counts.
 */
export type ProcessMark = { folder: string; variable?: string; value?: string }

type ProcessEntry = { pid: number; parent: number; marked: boolean }

const GIVE_UP_AFTER_MS = 10_000

/**
 * The live processes of a run, including those that left its process group, like a database server. Linux only.
 * Descendants of marked processes count too, because a program may overwrite its own environment.
 */
export async function processesOf(mark: ProcessMark): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1 && pid !== process.pid)
  const entries = (await Promise.all(pids.map((pid) => readEntry(pid, mark)))).filter((entry) => entry !== null)
  const found = new Set(entries.filter(({ marked }) => marked).map(({ pid }) => pid))
  for (const pid of found) {
    for (const entry of entries) if (entry.parent === pid) found.add(entry.pid)
  }
  return [...found]
}

/**
 * Kills processes of the run and returns when none is left: all of them, or those whose command line (arguments
 * separated by zeros) is `chosen`.
 */
export async function killProcesses(mark: ProcessMark, chosen?: (commandLine: string) => boolean): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  for (let left = await toKill(mark, chosen); left.length > 0; left = await toKill(mark, chosen)) {
    if (performance.now() > giveUpAt) throw new Error(`processes ${left.join(', ')} did not end after SIGKILL`)
    for (const pid of left) sendSignal(pid, 'SIGKILL')
    await pause(10)
  }
}

async function toKill(mark: ProcessMark, chosen?: (commandLine: string) => boolean): Promise<number[]> {
  const pids = await processesOf(mark)
  if (chosen === undefined) return pids
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_pid, index) => chosen(commands[index] ?? ''))
}

/** Ignores a process that has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Null for a process that has ended, is a zombie, or belongs to another user. */
async function readEntry(pid: number, mark: ProcessMark): Promise<ProcessEntry | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    return { pid, parent: Number(parent), marked: await isMarked(pid, mark) }
  } catch {
    return null
  }
}

async function isMarked(pid: number, { variable, value, folder }: ProcessMark): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  const marked = environment
    .split('\0')
    .some((each) => (variable === undefined ? each.includes(folder) : each === `${variable}=${value}`))
  if (marked) return true
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return workingFolder === folder || workingFolder.startsWith(`${folder}/`)
}
