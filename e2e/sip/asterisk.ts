import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { listenTo } from '../process-output.ts'
import { COMMANDER, commonFiles, type AsteriskPorts } from './asterisk-settings.ts'
import type { ThrowAwayDebian } from './throw-away-debian.ts'
import { until } from './until.ts'

const WITHIN_MS = 30_000

export type Asterisk = {
  ariUrl: string
  /** Waits until a telephone or trunk is registered, or gone. */
  endpointIs(name: string, state: 'online' | 'offline'): Promise<void>
  /** What it wrote. */
  output(): string
  /** Kills it, like a power cut. */
  kill(): Promise<void>
  /** Stops its process where it stands, and lets it go on. */
  freeze(): void
  thaw(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts Asterisk inside the throw-away Debian and waits until it answers. */
export async function startAsterisk(
  debian: ThrowAwayDebian,
  name: string,
  ports: AsteriskPorts,
  files: Record<string, string>,
): Promise<Asterisk> {
  const [folder, state] = [`/etc/reveille-${name}`, `/var/reveille-${name}`]
  for (const part of ['run', 'db', 'spool/recording', 'log'])
    await mkdir(path.join(debian.folder, state, part), { recursive: true })
  for (const [file, text] of Object.entries({ ...commonFiles(folder, state, ports), ...files }))
    await debian.write(`${folder}/${file}`, text)
  // -p: before everything else, because sound can't wait. Without it Asterisk takes the usual priority.
  const program = [debian.folder, 'asterisk', '-f', '-p', '-C', `${folder}/asterisk.conf`]
  const child = spawn('chroot', program, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = listenTo(child)
  const ariUrl = `http://127.0.0.1:${ports.ari}/ari`
  const authorization = `Basic ${Buffer.from(`${COMMANDER.name}:${COMMANDER.password}`).toString('base64')}`
  const ask = async (what: string) => {
    const answer = await fetch(ariUrl + what, { headers: { authorization } }).catch(() => null)
    return answer?.ok ? ((await answer.json()) as { state?: string }) : null
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await until(`${name} answers`, () => ask('/asterisk/info'), WITHIN_MS).catch(async (error: unknown) => {
    await kill()
    throw new Error(`Asterisk did not answer:\n${said.output()}`, { cause: error })
  })
  return {
    ariUrl,
    output: said.output,
    async endpointIs(endpoint, wanted) {
      const isSo = async () => ((await ask(`/endpoints/PJSIP/${endpoint}`))?.state === wanted ? true : null)
      await until(`${endpoint} is ${wanted} at ${name}`, isSo, WITHIN_MS)
    },
    kill,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    [Symbol.asyncDispose]: kill,
  }
}
