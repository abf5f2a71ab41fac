import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts } from '../../e2e/free-ports.ts'

const run = promisify(execFile)
/** Redis and its dependencies that a minimal Debian lacks. */
const PACKAGES = ['redis-tools', 'libjemalloc2', 'liblua5.1-0', 'liblzf1', 'lua-cjson', 'lua-bitop', 'libatomic1']
const STARTED_WITHIN_MS = 10_000

/**
 * Starts a Redis for BullMQ from Debian's archive, unpacked into `folder` instead of installed. Null if this isn't a
 * Debian or its archive is unreachable.
 */
export async function startRedis(folder: string): Promise<{ port: number; stop(): void } | null> {
  try {
    await run('apt-get', ['download', ...PACKAGES], { cwd: folder })
    const { stdout } = await run('find', ['.', '-name', '*.deb'], { cwd: folder })
    for (const file of stdout.trim().split('\n')) await run('dpkg', ['-x', file, 'redis'], { cwd: folder })
  } catch {
    return null
  }
  const [port = 0] = await freePorts(1)
  const root = path.join(folder, 'redis')
  const env = { LD_LIBRARY_PATH: path.join(root, 'usr/lib/x86_64-linux-gnu') }
  // Durable once a second, the usual setting: more than BullMQ requires, less than PostgreSQL guarantees.
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes']
  const program = path.join(root, 'usr/bin/redis-check-rdb') // one program under several names
  const child = spawn(program, settings, { argv0: 'redis-server', env, stdio: 'ignore' })
  await untilItAnswers(port)
  return { port, stop: () => void child.kill('SIGTERM') }
}

async function untilItAnswers(port: number): Promise<void> {
  const giveUpAt = performance.now() + STARTED_WITHIN_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const answered = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (answered) return
    if (performance.now() > giveUpAt) throw new Error('Redis does not start')
    await pause(50)
  }
}
