import type { Instant } from '@reveille/core/time/time-zone'
import type { Fleet } from '../machine/fleet.ts'
import type { SimulatedDatabase } from '../machine/simulated-database.ts'
import type { Actions } from '../people/actions.ts'
import type { Person } from '../people/person.ts'
import { ringsOf } from '../people/screen.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import type { Conditions } from './conditions.ts'
import type { Faults } from './faults.ts'
import { badCallbacks, badPlacing, type MachineFault, type Profile, type ConditionsFault } from './profile.ts'

const LOOK_AHEAD_MS = 6 * 60 * 60_000
/** How often people look at the history around a call, when it must be exact. */
const GLANCES = 12

const LONGEST_DOWNTIME_MS = 3 * 86_400_000

export type Scene = {
  world: World
  random: SeededRandom
  profile: Profile
  people: readonly Person[]
  actions: Actions
  fleet: Fleet
  database: SimulatedDatabase
  faults: Faults
  /** Changed by faults, read by the carrier. */
  conditions: Conditions
  /** The second carrier's. */
  secondConditions: Conditions
}

/** Plans faults and actions around every due instant until `until`. */
export function planFaults(scene: Scene, until: Instant): void {
  const { world, people } = scene
  const now = world.now()
  if (now >= until) return
  for (const person of people) {
    for (const schedule of person.screen?.schedules ?? []) {
      for (const due of ringsOf(schedule, now + 60_000, Math.min(until, now + LOOK_AHEAD_MS + 60_000)))
        planFaultsAround(scene, { person, due, until })
    }
    planOrdinaryDay(scene, person)
  }
  world.after(LOOK_AHEAD_MS, () => planFaults(scene, until))
}

/** People also resume what was paused, and replace what was deleted. */
function planOrdinaryDay({ world, random, actions, profile }: Scene, person: Person): void {
  const at = world.now() + random.between(0, LOOK_AHEAD_MS)
  if (random.chance(0.4)) world.at(at, () => void actions.perform(person, 'resume-all'))
  if (random.chance(0.3)) world.at(at + 60_000, () => void actions.perform(person, 'create'))
  if (profile.actions > 0.1 && random.chance(0.3))
    world.at(at + 120_000, () => void actions.perform(person, drawAction(random, profile)))
}

type Around = { person: Person; due: Instant; until: Instant }

function planFaultsAround(scene: Scene, { person, due, until }: Around): void {
  const { world, random, profile, actions } = scene
  for (let left = profile.isFaultless ? GLANCES : 0; left > 0; left--)
    world.at(due + random.pick([random.between(0, 60_000), random.between(0, 1_800_000)]), () => void person.glance())
  for (let left = profile.actions; random.chance(left); left--) {
    const action = drawAction(random, profile)
    world.at(due + aroundDue(random), () => void actions.perform(person, action))
  }
  for (let left = profile.machineFaults; random.chance(left); left--) {
    const fault = random.weighted(profile.machine)
    const at =
      due + random.pick([random.between(-12_000, 2_000), random.between(-2_000, 90_000), random.between(0, 1_500_000)])
    if (at < until) world.at(at, () => breakMachine(scene, fault, until))
  }
  for (let left = profile.conditionsFaults; random.chance(left); left--) {
    const fault = random.weighted(profile.conditions)
    const at = due + random.between(-30_000, 60_000)
    if (at < until) world.at(at, () => worsenConditions(scene, fault))
  }
}

const drawAction = (random: SeededRandom, profile: Profile) => random.weighted(profile.actionWeights)

/** Mostly within two seconds, often in the last half minute or twenty minutes, sometimes during the call. */
function aroundDue(random: SeededRandom): number {
  const when = random.weighted({ seconds: 4, halfMinute: 2, horizon: 2, after: 2 })
  if (when === 'seconds') return random.between(-2_000, 2_000)
  if (when === 'halfMinute') return random.between(-30_000, 0)
  return when === 'horizon' ? random.between(-21 * 60_000, 0) : random.between(0, 20 * 60_000)
}

function breakMachine({ world, random, fleet, database, faults }: Scene, fault: MachineFault, until: Instant): void {
  const now = world.now()
  const step = { steps: random.between(1, 14), when: random.pick(['before', 'after'] as const), freezeMs: 0 }
  switch (fault) {
    case 'kill':
      return fleet.pick()?.machine.plan({ ...step, fault: 'kill' })
    case 'freeze': {
      const freezeMs = Math.round(100 * 1200 ** random.next())
      return fleet.pick()?.machine.plan({ ...step, fault: 'freeze', freezeMs })
    }
    case 'deploy':
      return fleet.deploy(random.chance(0.5))
    case 'outage':
      return fleet.outage(Math.min(LONGEST_DOWNTIME_MS, Math.round(1_000 * 260_000 ** random.next())))
    case 'database-breaks':
      faults.add(now, now + 1_000, 'database breaks')
      return database.breakConnections()
    case 'database-slow': {
      const lasts = random.between(2_000, 30_000)
      faults.add(now, now + lasts, 'slow database')
      database.slowness = random.between(100, 2_000)
      return world.after(lasts, () => {
        database.slowness = 1
      })
    }
    case 'clock-step':
      return stepClock({ world, random, fleet, faults }, until)
  }
}

function stepClock(
  { world, random, fleet, faults }: Pick<Scene, 'world' | 'random' | 'fleet' | 'faults'>,
  until: Instant,
): void {
  const process = fleet.pick()
  // Without a worker nobody compares its clock with the database's.
  if (process?.worker == null) return
  const { machine } = process
  const step = random.pick([1_000, -1_000, 60_000, -60_000, 3_600_000, -3_600_000, 86_400_000])
  const lasts = Math.min(random.between(2_000, 300_000), until - world.now())
  world.note(`${machine.name}: its clock is set by ${step} ms for ${lasts} ms`)
  faults.add(world.now(), world.now() + lasts, 'clock step')
  // Two may overlap, so each undoes only its own change.
  machine.clockOffset += step
  world.after(lasts, () => {
    machine.clockOffset -= step
  })
}

const DOWN = ['failed-unclear', 'refused-connection', 'too-many-requests'] as const

function worsenConditions(scene: Scene, fault: ConditionsFault): void {
  const { world, random, profile, faults } = scene
  const lasts = Math.round(2_000 * 450 ** random.next())
  const isOfSecond = profile.carriers === 2 && fault !== 'mail' && random.chance(0.3)
  const conditions = isOfSecond ? scene.secondConditions : scene.conditions
  const other = isOfSecond ? scene.conditions : scene.secondConditions
  world.note(`conditions${isOfSecond ? ' of the second' : ''}: ${fault} for ${lasts} ms`)
  const often = random.pick([0.3, 0.7, 1])
  const down = fault === 'carrier-down' ? random.pick(DOWN) : null
  // What one carrier surely refuses, the other one dials: no excuse.
  const isCovered = profile.carriers === 2 && down === 'refused-connection'
  if (!isCovered || JSON.stringify(other) !== JSON.stringify(profile.baseConditions))
    faults.add(world.now(), world.now() + lasts, fault)
  switch (fault) {
    case 'placing':
      conditions.placing = badPlacing(often)
      break
    case 'carrier-down':
      conditions.placing = {
        ...badPlacing(0),
        answered: 0,
        [down!]: 1,
      }
      if (!isCovered) conditions.lookUpsFail = 1
      break
    case 'callbacks':
      conditions.callbacks = badCallbacks(often)
      conditions.strayCallbacks = often
      break
    case 'look-ups':
      conditions.lookUpsFail = often
      break
    case 'list-lag':
      conditions.listLagMs = 30_000
      conditions.placing = { ...conditions.placing, 'accepted-reply-lost': 1 }
      break
    case 'mail':
      scene.conditions.mailFails = often
      break
    case 'slow':
      conditions.placing = { ...badPlacing(0), answered: 0, 'answered-slowly': 1 }
      break
    case 'silent':
      conditions.silent = often
  }
  world.after(lasts, () => {
    world.note('conditions: back to base')
    Object.assign(conditions, profile.baseConditions)
  })
}
