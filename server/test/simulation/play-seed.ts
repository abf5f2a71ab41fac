import type { CarrierId } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Config } from '../../src/platform/config/config.ts'
import type { Mail } from '../../src/platform/mail/mailer.ts'
import { Callbacks } from './carrier/callbacks.ts'
import { CarrierLog } from './carrier/carrier-log.ts'
import type { Surroundings } from './carrier/phone-call.ts'
import { SimulatedCarrier } from './carrier/simulated-carrier.ts'
import { checkHistory } from './checks/check-history.ts'
import { checkNothingOverdue } from './checks/nothing-overdue.ts'
import { faultlessConditions } from './faults/conditions.ts'
import { planFaults, type Scene } from './faults/fault-plan.ts'
import { Faults } from './faults/faults.ts'
import { drawProfile, type Profile } from './faults/profile.ts'
import { Fleet, OLDER } from './machine/fleet.ts'
import { Machines } from './machine/machines.ts'
import type { Program } from './machine/program.ts'
import type { Role } from './machine/running-process.ts'
import type { SimulatedDatabase } from './machine/simulated-database.ts'
import { emptyTables } from './machine/simulation-tables.ts'
import { Actions } from './people/actions.ts'
import { insertPeople, insertStranger } from './people/insert-people.ts'
import { Person } from './people/person.ts'
import { SeededRandom } from './seeded-random.ts'
import type { Stage } from './stage.ts'
import { World, type Crash } from './world.ts'

export type Played = {
  seed: number
  /** Broken promises, each beginning with its invariant. */
  violations: readonly string[]
  history: readonly string[]
  hash: string
  calls: number
  /** How many of them a process of the older version requested. */
  callsByOlder: number
  occurrences: number
  /** Faults other than those of single requests and callbacks. */
  faults: number
  statements: number
  /** When each step of a process was taken. */
  steps: readonly Instant[]
}

/**
 * What is fixed instead of drawn: the seed's parameters, what happens to whom when, where a process dies, and an older
 * version for some of the processes.
 */
export type Script = {
  profile?: Partial<Profile>
  direct?(stage: Stage): void
  crash?: Crash
  older?: Program
}

const DAY_MS = 86_400_000

/** A repeated report of a key may arrive this long after its call, and only then is its effect known. */
const LAST_KEY_AFTER_MS = 7_000
const MINUTE_MS = 60_000
const SECOND_NUMBER = '+12025550199'

/** Ordinary days, and nights when the clocks change. */
const BEGINNINGS = ['2027-01-14', '2027-03-12', '2027-03-26', '2027-04-02', '2026-10-23', '2026-10-30', '2026-12-30']

/** Zones whose law the runtime knows as well as we do. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC', 'Europe/London']

/** Plays one seed from the first schedule to the last call, and reports broken promises. */
export async function playSeed(
  seed: number,
  config: Config,
  database: SimulatedDatabase,
  script: Script = {},
): Promise<Played> {
  await emptyTables(database.observer)
  const random = new SeededRandom(seed)
  const profile = { ...drawProfile(random.fork()), ...script.profile }
  const world = new World(Date.parse(`${random.pick(BEGINNINGS)}T12:00Z`) + random.between(0, 86_399) * 1000)
  world.crash = script.crash ?? null
  database.attach(world, random.fork())
  const stage = await setUp({ world, random, tasks: new SeededRandom(~seed), profile, config, database, script })
  await play(stage, script)
  await checkHistory(stage)
  await database.detach()
  return {
    seed,
    violations: world.violations,
    history: world.history,
    hash: world.historyHash(),
    calls: stage.log.calls.length,
    callsByOlder: stage.log.requests.filter(({ by, sid }) => sid !== null && by.endsWith(OLDER)).length,
    occurrences: stage.occurrences,
    faults: stage.faults.count(),
    statements: database.statements,
    steps: world.steps,
  }
}

type Ground = {
  world: World
  random: SeededRandom
  tasks: SeededRandom
  profile: Profile
  config: Config
  database: SimulatedDatabase
  script: Script
}

async function setUp({ world, random, tasks, profile, config, database, script }: Ground): Promise<Stage> {
  const faults = new Faults()
  const log = new CarrierLog()
  const conditions = structuredClone(profile.baseConditions)
  const secondConditions = structuredClone(profile.baseConditions)
  const conditionsAt = (carrier: CarrierId) => (carrier === 1 ? conditions : secondConditions)
  const machines = new Machines(world, database, random.fork())
  const people: Person[] = []
  const holder = (phone: string) => people.find(({ phones }) => phones.includes(phone))
  const callbacks = new Callbacks(world, machines, random.fork(), conditionsAt)
  const surroundings: Surroundings = {
    world,
    machines,
    callbacks,
    random: random.fork(),
    onKey: (call) => holder(call.to)?.begin('a key'),
    onEnd: (call) => {
      const keys = call.keys.filter(({ key }) => key === '9' || key === '0')
      for (const _key of keys) world.after(LAST_KEY_AFTER_MS, () => void holder(call.to)?.end())
    },
  }
  const carrier = new SimulatedCarrier(surroundings, log, 1, conditionsAt)
  const second = profile.carriers === 1 ? null : new SimulatedCarrier(surroundings, log, 2, conditionsAt)
  const parts = {
    world,
    database,
    config: configOf(config, profile),
    carrierFor: carrier.port.bind(carrier),
    secondCarrierFor: second && second.port.bind(second),
    mailerFor: () => ({
      send: async ({ to, subject }: Mail) => {
        if (to === null) return false
        if (surroundings.random.chance(conditions.mailFails)) throw new Error('the mail server is down')
        log.mails.push({ at: world.now(), to, subject })
        return true
      },
      greet: async () => undefined,
    }),
    randomInt: (below: number) => tasks.between(0, below - 1),
    leaveOutLoops: new Set(profile.speech ? [] : ['prepare speech']),
  }
  const fleet = new Fleet(parts, machines, { random: random.fork(), faults, older: script.older ?? null })
  for (const role of rolesOf(profile, random)) fleet.start(role)
  const times = drawTimes(random)
  const zones = [random.pick(ZONES), random.pick(ZONES)]
  const habits = { times, zones, maxSchedules: profile.maxSchedules, rotating: profile.rotating }
  people.push(...(await peopleOf({ world, machines, database }, profile, random)))
  const strangerId = await insertStranger(database.observer, world.now())
  const actions = new Actions({ world, machines, strangerId }, random.fork(), habits)
  const around = { world, random: random.fork(), profile, people, actions, fleet, database, faults }
  const scene: Scene = { ...around, conditions, secondConditions }
  return { ...scene, log, machines, occurrences: 0 }
}

async function peopleOf(
  around: Pick<Stage, 'world' | 'machines' | 'database'>,
  { people }: Profile,
  random: SeededRandom,
): Promise<Person[]> {
  const { database, world } = around
  const drafts = Array.from({ length: people }, () => ({
    hasAgreed: random.chance(0.75),
    hasSecond: random.chance(0.5),
  }))
  const inserted = await insertPeople(database.observer, drafts, world.now())
  return inserted.map(({ id, phone, second }) => {
    const person = new Person(around, id)
    person.firsts.push(phone)
    if (second !== null) person.seconds.push(second)
    return person
  })
}

function configOf(config: Config, { setup, carriers, callsPerSecond }: Profile): Config {
  const secondCarrier = carriers === 1 ? null : { ...config.carrier, callerNumbers: [SECOND_NUMBER] as const }
  const databaseUrl = setup === 'alone' ? null : 'postgres://shared'
  return { ...config, callsPerSecond, secondCarrier, databaseUrl }
}

function rolesOf({ setup, clockOffsetMs }: Profile, random: SeededRandom): Role[] {
  const skew = () => random.between(-clockOffsetMs, clockOffsetMs)
  const role = (name: string, isWorker: boolean, isWeb: boolean) => ({ name, isWorker, isWeb, clockOffset: skew() })
  switch (setup) {
    case 'alone':
      return [role('all-', true, true)]
    case 'two':
      return [role('one-', true, true), role('two-', true, true)]
    case 'web-and-workers':
      return [role('web-', false, true), role('worker-', true, false)]
  }
}

/** Few times, close together, so that calls collide. */
function drawTimes(random: SeededRandom): string[] {
  const first = random.pick([random.between(0, 1_439), 90, 150, 390])
  const minutes = [0, 0, 1, random.between(2, 12), random.between(13, 40)].map((more) => (first + more) % 1_440)
  const two = (n: number) => String(n).padStart(2, '0')
  return minutes.map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`)
}

async function play(stage: Stage, { direct }: Script): Promise<void> {
  const { world, people, actions, profile, conditions, secondConditions, fleet, machines, database } = stage
  const begins = world.now()
  await world.run(begins + 5_000)
  for (const person of people) await beginScheduling(stage, person)
  const faultsEnd = begins + profile.days * DAY_MS
  direct?.(stage)
  planFaults(stage, faultsEnd)
  await world.run(faultsEnd)
  world.note('faults stop')
  profile.baseConditions = faultlessConditions
  for (const one of [conditions, secondConditions]) Object.assign(one, faultlessConditions)
  database.slowness = 1
  fleet.heal()
  await world.run(world.now() + MINUTE_MS)
  await checkNothingOverdue(stage)
  await world.run(world.now() + DAY_MS + 2 * MINUTE_MS)
  for (const person of people) void actions.perform(person, 'pause-all')
  await world.run(world.now() + 3 * 60 * MINUTE_MS)
  if (profile.isFaultless) for (const person of people) await settled(world, person.glance())
  if (machines.alive.length === 0) world.violation('I24 no process is alive at the end')
}

async function beginScheduling({ world, actions, profile }: Stage, person: Person): Promise<void> {
  await settled(world, person.look())
  for (let made = 0; made < profile.maxSchedules; made++) await settled(world, actions.perform(person, 'create'))
}

/** Requests to a process progress only while time does. */
async function settled(world: World, work: Promise<void>): Promise<void> {
  let isDone = false
  void work.then(() => {
    isDone = true
  })
  while (!isDone) await world.run(world.now() + 1_000)
}
