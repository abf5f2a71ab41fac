import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Logger } from 'pino'
import type { Carrier } from '../../../src/carrier/carrier.ts'
import type { Config } from '../../../src/platform/config/config.ts'
import type { Tables } from '../../../src/platform/database/tables.ts'
import type { Mailer } from '../../../src/platform/mail/mailer.ts'
import type { AllServices } from '../../../src/services.ts'
import type { Worker } from '../../../src/worker.ts'
import type { World } from '../world.ts'
import { idlePorts } from './idle-ports.ts'
import type { Program } from './program.ts'
import { SimulatedClock } from './simulated-clock.ts'
import { ConnectionBrokenError, type SimulatedDatabase } from './simulated-database.ts'
import { jobQueue, simulatedJobs } from './simulated-jobs.ts'
import { SimulatedProcess } from './simulated-process.ts'

export type ProcessParts = {
  world: World
  database: SimulatedDatabase
  config: Config
  carrierFor(process: SimulatedProcess, clock: SimulatedClock): Carrier
  /** Null: there is one carrier. */
  secondCarrierFor: ProcessParts['carrierFor'] | null
  mailerFor(process: SimulatedProcess): Mailer
  randomInt: AllServices['randomInt']
  /** Worker loops that never run in this history. */
  leaveOutLoops: ReadonlySet<string>
}

/** One process of the product: its real services and its real worker, in the simulated world. */
export type RunningProcess = {
  machine: SimulatedProcess
  clock: SimulatedClock
  program: Program
  services: AllServices
  isWeb: boolean
  /** False until it has started, and once it's told to stop. */
  ready: boolean
  worker: Worker | null
}

export type Role = { name: string; isWorker: boolean; isWeb: boolean; clockOffset: number }

/** Starts a process with the steps of run.ts, except those that need real sockets. */
export function startProcess(parts: ProcessParts, role: Role, program: Program): RunningProcess {
  const machine = new SimulatedProcess(parts.world, role.name)
  machine.clockOffset = role.clockOffset
  const report = (work: string, error: unknown) => reportFailure(machine, work, error)
  const clock = new SimulatedClock(machine, report, parts.leaveOutLoops)
  const services = servicesOf(parts, machine, clock)
  const process = { machine, clock, program, services, isWeb: role.isWeb, ready: false, worker: null }
  parts.world.note(`${role.name} starts`)
  machine.at(parts.world.now(), () => clock.spawn('start', () => begin(process, role)))
  return process
}

async function begin(process: RunningProcess, { isWorker }: Role): Promise<void> {
  const { services, program, clock, machine } = process
  try {
    process.worker = isWorker ? await program.startWorker(services) : null
  } catch (error) {
    // A process that can't start ends; its supervisor restarts it.
    if (!(error instanceof ConnectionBrokenError)) throw error
    return machine.kill()
  }
  await program.workOnJobs(services, jobQueue({ db: services.db, clock }))
  process.ready = true
}

/** SIGTERM: returns what wasn't sent, and ends. */
export function stopProcess(process: RunningProcess): void {
  const { machine, clock, worker } = process
  machine.world.note(`${machine.name} is told to stop`)
  process.ready = false
  machine.at(machine.world.now(), () =>
    clock.spawn('stop', async () => {
      await worker?.stop().catch(() => undefined)
      machine.kill()
    }),
  )
}

function servicesOf(parts: ProcessParts, machine: SimulatedProcess, clock: SimulatedClock): AllServices {
  const pool = parts.database.poolFor(machine) as unknown as PostgresPool
  return {
    ...idlePorts(),
    config: parts.config,
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    clock,
    carrier: parts.carrierFor(machine, clock),
    secondCarrier: parts.secondCarrierFor?.(machine, clock) ?? null,
    mailer: parts.mailerFor(machine),
    jobs: simulatedJobs(),
    log: logInto(machine),
    randomInt: parts.randomInt,
  }
}

/** Background work may fail when database or carrier do; anything else is a bug. */
function reportFailure({ name, world }: SimulatedProcess, work: string, error: unknown): void {
  const words = error instanceof Error ? error.message : String(error)
  if (error instanceof ConnectionBrokenError) world.note(`${name}: ${work} failed: ${words}`)
  else world.violation(`no surprises: ${name}: ${work} threw ${words}`)
}

function logInto({ name, world }: SimulatedProcess): Logger {
  const write =
    (level: string) =>
    (fields: Record<string, unknown>, words = '') => {
      const { error, ...rest } = fields
      const reason = error instanceof Error ? `: ${error.message}` : ''
      world.note(`${name} ${level}: ${words}${reason} ${JSON.stringify(rest)}`)
    }
  const silent = () => undefined
  const log = { debug: silent, trace: silent, info: silent, warn: write('warns'), error: write('reports an error') }
  return log as unknown as Logger
}
