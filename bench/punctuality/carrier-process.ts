import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Request } from './lateness.ts'

export type CarrierProcess = {
  url: string
  /** The requests received since the last query, in order. */
  requests(): Promise<Request[]>
  stop(): void
}

/** Starts the loopback carrier. */
export async function startCarrier(): Promise<CarrierProcess> {
  const program = fileURLToPath(new URL('loopback-carrier.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    async requests() {
      const answer = (await (await fetch(`${url}/requests`)).json()) as [string, number][]
      return answer.map(([to, at]) => ({ to, at }))
    },
    stop: () => void child.kill('SIGTERM'),
  }
}
