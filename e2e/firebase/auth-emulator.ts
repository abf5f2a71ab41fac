import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePorts } from '../free-ports.ts'
import { listenTo } from '../process-output.ts'
import { emulatedSignIns, type EmulatedSignIns } from './emulated-sign-ins.ts'
import type { FirebaseTools } from './firebase-tools.ts'

/** Projects named demo-… exist only in emulators, so nothing reaches the real service. */
export const PROJECT = 'demo-reveille'

const READY_WITHIN_MS = 120_000

export type AuthEmulator = EmulatedSignIns & { host: string; [Symbol.asyncDispose](): Promise<void> }

/** Starts the official emulator of Firebase's sign-in on free local ports. */
export async function startAuthEmulator({ program }: FirebaseTools): Promise<AuthEmulator> {
  const home = await mkdtemp(path.join(tmpdir(), 'reveille-emulator-'))
  const [auth = 0, hub = 0, logging = 0] = await freePorts(3)
  const emulators = { auth: { host: '127.0.0.1', port: auth }, ui: { enabled: false } }
  const ports = { hub: { port: hub }, logging: { port: logging }, singleProjectMode: false }
  await writeFile(path.join(home, 'firebase.json'), JSON.stringify({ emulators: { ...emulators, ...ports } }))
  const child = spawn('node', [program, 'emulators:start', '--only', 'auth', '--project', PROJECT], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    // It stores user settings in the home folder.
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, CI: '1' },
  })
  const said = listenTo(child)
  const stop = async (): Promise<void> => {
    await ended(child)
    await rm(home, { recursive: true, force: true })
  }
  try {
    await said.waitForLine(/All emulators ready/, READY_WITHIN_MS)
  } catch (error) {
    await stop()
    throw error
  }
  const host = `127.0.0.1:${auth}`
  return { host, ...emulatedSignIns(`http://${host}`, PROJECT), [Symbol.asyncDispose]: stop }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}
