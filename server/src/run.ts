import { HOUR_MS, MINUTE_MS } from '@reveille/core/time/duration'
import type { Logger } from 'pino'
import { buildApp, operatorResources } from './app.ts'
import { refuseToForget } from './calls/reconcile.ts'
import { refuseWrongAccount, SetupWatch, tellRefusals } from './carrier/setup/watch-setup.ts'
import { workOnJobs } from './job-handlers.ts'
import { beatOutside } from './outside-monitor.ts'
import { refuseUnfinishedRestore } from './platform/backup/backup-facts.ts'
import type { Clock } from './platform/clock/clock.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase, type DatabaseConnection } from './platform/database/database.ts'
import { migrateOn } from './platform/database/migrate.ts'
import { openDatabaseFor } from './platform/database/open-database.ts'
import { buildOperatorApp } from './platform/http/health/operator-app.ts'
import { listen, refuseBusyPort } from './platform/http/listen.ts'
import type { PretendPhone } from './platform/http/pretend-phone.ts'
import { registerRoutes } from './platform/http/routes.ts'
import { joinServices, onConnections, type AllServices } from './services.ts'
import { sayWhoseItIs } from './sign-in/links/links.ts'
import { warnOfUnusablePasskeys } from './sign-in/passkeys/passkeys.ts'
import { tellSetup } from './signals/signals.ts'
import { isSpokenAhead } from './speech/speak-ahead.ts'
import { checkVoices, refuseWithoutVoice } from './speech/voice-check.ts'
import { orderPreviews } from './speech/voice-previews.ts'
import { startWorker, type Worker } from './worker.ts'

export type Running = { services: AllServices; worker: Worker | null; stop(): Promise<void> }

type Parts = {
  log: Logger
  /** The built pages; null serves only the API. */
  webFolder: string | null
  clock?: Clock
  /** Another process owns the embedded database and outlives this one. */
  besideOwner?: boolean
  /** Faults at the carrier or the mail server, for /readyz. */
  setupFaults?: () => readonly string[]
  refused?: () => void
  /** The phone sandbox, to serve on the product's own port too. */
  pretendPhone?: PretendPhone | null
  /** Settles once the sandbox carrier is up. The database starts meanwhile, and nothing dials before. */
  carrierUp?: Promise<unknown> | null
}

/** Runs the product on the configured database until `stop`; the database stops last. */
export async function run(config: Config, parts: Parts): Promise<Running> {
  // Check first, so that a start that is refused migrates nothing.
  if (config.role !== 'worker') await refuseBusyPort(config)
  if (config.metricsPort !== null) await refuseBusyPort({ host: config.host, port: config.metricsPort }, 'METRICS_PORT')
  const database = await openDatabaseFor(config, parts.log, parts)
  const watch = new SetupWatch()
  const isForReal = config.sandbox === null || config.line !== null
  let lookAgain = (): void => undefined // each start checks once anyway
  const running = await Promise.all([isForReal && refuseWrongAccount(config, database.connection), parts.carrierUp])
    .then(() => runOn(database.connection, config, { ...parts, setupFaults: watch.faults, refused: () => lookAgain() }))
    .catch(async (error: unknown) => {
      await database.stop()
      throw error
    })
  const { services, worker } = running
  if (isForReal) lookAgain = () => watch.lookAgain(services)
  const looks = isForReal ? services.clock.every(HOUR_MS, 'set-up', () => watch.look(services)) : null
  const reports =
    worker &&
    services.clock.every(MINUTE_MS, 'reports', async () => {
      await tellSetup(services, watch.faults())
      await beatOutside(services, worker)
    })
  if (running.worker !== null && config.speech.carrier === null && !isSpokenAhead(running.services))
    running.services.clock.spawn('previews', () => orderPreviews(running.services))
  const stopping = new AbortController()
  if (running.worker !== null)
    running.services.clock.spawn('voice check', () => check(running.services, stopping.signal))
  if (config.role !== 'worker') await tellWhoseItIs(services)
  return {
    ...running,
    async stop() {
      stopping.abort()
      await looks?.stop()
      await reports?.stop()
      await running.stop().finally(() => database.stop())
    },
  }
}

/** A setup link goes only to a terminal, which somebody reads: a log would keep it. */
async function tellWhoseItIs(services: AllServices): Promise<void> {
  const { warning, setupLink } = await sayWhoseItIs(services, { isTerminal: process.stdout.isTTY })
  if (warning !== null) services.log.warn(warning)
  if (setupLink !== null)
    process.stdout.write(`Open this link within an hour to make the owner's account: ${setupLink}\n`)
}

/** In the background, so that a slow speech server doesn't delay the start. */
async function check(services: AllServices, signal: AbortSignal): Promise<void> {
  try {
    await checkVoices(services, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/**
 * Runs the roles of `config`: migrations, jobs, worker, web. Stopping drains: returns unmarked leases, dials marked
 * calls, refuses new requests, and lets running jobs finish.
 */
export async function runOn(connection: DatabaseConnection, config: Config, parts: Parts): Promise<Running> {
  // Stops started parts in reverse order, even when a later one refuses to start.
  await using begun = new AsyncDisposableStack()
  for (const doubt of config.doubtful) parts.log.warn(doubt)
  if (config.speech.unfamiliar.length > 0)
    parts.log.warn(
      { voices: config.speech.unfamiliar },
      "CARRIER_VOICES has names that we don't know: with an unknown voice the carrier says nothing. Try a sample call first.",
    )
  const { services, jobs, hearOthers, close } = await joinServices(config, connection, parts.log, parts.clock)
  begun.defer(close)
  if (parts.refused !== undefined) {
    services.carrier = tellRefusals(services.carrier, parts.refused)
    services.secondCarrier &&= tellRefusals(services.secondCarrier, parts.refused)
  }
  await migrateOn(connection, parts.log)
  await refuseUnfinishedRestore(services.db)
  await refuseToForget(services)
  if (config.line !== null && config.role !== 'web') await refuseWithoutVoice(services)
  if (config.role !== 'worker') await warnOfUnusablePasskeys(services)
  const forWorker = config.role === 'all' ? withOwnConnections(services, connection, begun) : services
  begun.defer(() => jobs.stop()) // before the connections that running jobs need
  await jobs.start()
  let worker: Worker | null = null
  const ownWorker = () => worker?.state() ?? (config.role === 'web' ? 'none' : 'starting')
  if (config.metricsPort !== null) {
    const operators = await buildOperatorApp(services, ownWorker, parts.setupFaults)
    begun.defer(() => operators.close())
    for (const routes of operatorResources) await registerRoutes(operators, routes, services)
    await listen(operators, { host: config.host, port: config.metricsPort }, 'METRICS_PORT')
  }
  let visitedAt = services.clock.monotonic()
  const visited = () => (visitedAt = services.clock.monotonic())
  const app = config.role === 'worker' ? null : await buildApp(services, { ...parts, ownWorker, visited })
  if (app !== null) {
    const others = await hearOthers()
    begun.defer(() => others.close())
    begun.defer(() => app.close())
    await listen(app, config)
  }
  if (config.role !== 'web') {
    const started = await startWorker(forWorker, () => visitedAt)
    worker = started
    begun.defer(() => started.stop())
    await workOnJobs(forWorker, jobs)
  }
  const running = begun.move()
  return { services, worker, stop: () => running.disposeAsync() }
}

/** Enough even for many calls at one instant, which are dialed in batches. */
const WORKER_CONNECTIONS = 8

/**
 * The services of a worker in a process that also serves visitors: its calls never wait for a connection behind their
 * requests. Everything else is shared, including later replacements.
 */
function withOwnConnections(
  services: AllServices,
  connection: DatabaseConnection,
  begun: AsyncDisposableStack,
): AllServices {
  const db = openDatabase({ ...connection, application_name: 'reveille worker', max: WORKER_CONNECTIONS }, services.log)
  begun.defer(() => db.destroy())
  return onConnections(services, db)
}
