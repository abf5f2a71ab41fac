import { unsureOf } from '@reveille/core/calls/carrier-trouble'
import { lastSigns } from './calls/carrier-trouble.sql.ts'
import type { Services } from './platform/services.ts'
import type { Worker } from './worker.ts'

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)

/**
 * Requests HEARTBEAT_URL while everything that a call needs is ready, so that an external monitor notices a dead
 * server.
 */
export async function beatOutside({ config, db, clock, log }: Services, worker: Worker): Promise<void> {
  if (config.heartbeatUrl === null) return
  const readiness = (await ask(`${config.publicUrl}/readyz`))?.json().catch(() => null)
  const { status = 'silent' } = ((await readiness) ?? {}) as { status?: string }
  const unsure = unsureOf(await lastSigns(db), clock.now())
  if (status !== 'ready' || unsure !== null || worker.state() !== 'working')
    return log.warn({ web: status, worker: worker.state(), unsure: unsure?.part }, 'not ready, so no heartbeat sent')
  const answer = await ask(config.heartbeatUrl)
  await answer?.body?.cancel()
  if (answer?.ok !== true) log.warn({ status: answer?.status ?? 0 }, 'heartbeat URL did not accept the heartbeat')
}
