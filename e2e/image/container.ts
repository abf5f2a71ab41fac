import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { runCommand, type CommandResult } from '../../scripts/run-command.ts'
import { listenTo, type ProcessOutput } from '../process-output.ts'
import { waitFor } from '../processes/wait.ts'
import type { Image } from './images.ts'

const ENDED_WITHIN_MS = 60_000
const AS_USER = [
  'setpriv',
  '--reuid=1000',
  '--regid=1000',
  '--clear-groups',
  '--bounding-set=-all',
  '--inh-caps=-all',
  '--no-new-privs',
]

/** What an engine does for `--read-only --tmpfs /tmp --cap-drop ALL`. */
const SET_UP = `
at="$1" && root="$2" && shift 2
mount --bind "$root" "$at" && mount -o remount,bind,ro "$at"
mount -t proc proc "$at/proc" && mount -t tmpfs tmpfs "$at/tmp" && chmod 1777 "$at/tmp"
mount --rbind /dev "$at/dev" && mount -t tmpfs -o size=64m tmpfs "$at/dev/shm"
while [ "$1" != -- ]; do mount --bind "$1" "$at$2" && shift 2; done
shift
exec chroot "$at" "$@"`

export type Volumes = Readonly<Record<string, string>>

/** A running container. Its first process is the product. */
export type Container = ProcessOutput & {
  /** Runs a command in it, as its user. */
  exec(...command: string[]): Promise<CommandResult>
  /** The status of its first process, as in /proc. */
  status(): Promise<string>
  isHealthy(): Promise<boolean>
  /** Like the stop of an engine, which kills after a while. Returns the exit code and how long it took, in s. */
  stop(): Promise<{ code: number | null; seconds: number }>
  /** Waits until it ends by itself. Returns the exit code. */
  ended(): Promise<number | null>
  kill(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts an image in namespaces of its own, on a read-only root and without capabilities. The isolation of buildah's
 * chroot can do neither. `volumes` are folders by their path inside.
 */
export async function startContainer(
  { root, env, command, healthCheck }: Image,
  given: { volumes: Volumes; env?: Readonly<Record<string, string>>; command?: readonly string[] },
): Promise<Container> {
  const at = `${root}.at`
  await mkdir(at, { recursive: true })
  const settings = [...env, ...Object.entries(given.env ?? {}).map(([name, value]) => `${name}=${value}`)]
  const inside = ['env', '-i', '-C', '/app', ...settings]
  const words = [...AS_USER, ...inside, ...(given.command ?? command)]
  const setUp = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', SET_UP, 'sh', at, root]
  const mounts = Object.entries(given.volumes).flatMap(([name, folder]) => [folder, name])
  const child = spawn('unshare', [...setUp, ...mounts, '--', ...words])
  const said = listenTo(child)
  const pid = await firstProcess(child)
  const exec = (...args: string[]) =>
    runCommand('nsenter', ['--target', String(pid), '--mount', '--pid', '--root', ...AS_USER, ...inside, ...args])
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(pid, name)
  }
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null)
      await once(child, 'exit', { signal: AbortSignal.timeout(ENDED_WITHIN_MS) })
    return child.exitCode
  }
  const kill = async () => {
    signal('SIGKILL')
    await ended()
  }
  return {
    ...said,
    exec,
    status: () => readFile(`/proc/${pid}/status`, 'utf8'),
    isHealthy: async () => (await exec(...healthCheck)).exitCode === 0,
    async stop() {
      const began = performance.now()
      signal('SIGTERM')
      return { code: await ended(), seconds: (performance.now() - began) / 1000 }
    },
    ended,
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** The only child of `unshare`, which is the first process of its container. */
async function firstProcess({ pid }: ChildProcess): Promise<number> {
  const children = path.join('/proc', String(pid), 'task', String(pid), 'children')
  return waitFor('the first process', async () => Number(await readFile(children, 'utf8').catch(() => '')) || null)
}
