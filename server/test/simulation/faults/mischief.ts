import type { Instant } from '@reveille/core/time/time-zone'
import type { Fleet } from '../machine/fleet.ts'
import type { SimulatedDatabase } from '../machine/simulated-database.ts'
import type { Deeds } from '../people/deeds.ts'
import type { Person } from '../people/person.ts'
import { ringsOf } from '../people/screen.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { badCallbacks, badPlacing, type MachineFault, type Profile, type WeatherFault } from './profile.ts'
import type { Troubles } from './troubles.ts'
import type { Weather } from './weather.ts'

const LOOK_AHEAD_MS = 6 * 60 * 60_000
/** How often people look at the history around a call, where it must be exact. */
const GLANCES = 12

const LONGEST_DOWNTIME_MS = 3 * 86_400_000

export type Scene = {
  world: World
  random: SeededRandom
  profile: Profile
  people: readonly Person[]
  deeds: Deeds
  fleet: Fleet
  database: SimulatedDatabase
  troubles: Troubles
  /** Changed by weather faults, read by the carrier. */
  weather: Weather
}

/** Plans for every due instant which faults and deeds meet it, until `until`. */
export function planMischief(scene: Scene, until: Instant): void {
  const { world, people } = scene
  const now = world.now()
  if (now >= until) return
  for (const person of people) {
    for (const schedule of person.screen?.schedules ?? []) {
      for (const due of ringsOf(schedule, now + 60_000, Math.min(until, now + LOOK_AHEAD_MS + 60_000)))
        spoil(scene, person, due)
    }
    planOrdinaryDay(scene, person)
  }
  world.after(LOOK_AHEAD_MS, () => planMischief(scene, until))
}

/** People also put right what was paused or deleted. */
function planOrdinaryDay({ world, random, deeds, profile }: Scene, person: Person): void {
  const at = world.now() + random.between(0, LOOK_AHEAD_MS)
  if (random.chance(0.4)) world.at(at, () => void deeds.perform(person, 'resume-all'))
  if (random.chance(0.3)) world.at(at + 60_000, () => void deeds.perform(person, 'create'))
  if (profile.deeds > 0.1 && random.chance(0.3))
    world.at(at + 120_000, () => void deeds.perform(person, deedOf(random, profile)))
}

function spoil(scene: Scene, person: Person, due: Instant): void {
  const { world, random, profile, deeds } = scene
  for (let left = profile.isFaultless ? GLANCES : 0; left > 0; left--)
    world.at(due + random.pick([random.between(0, 60_000), random.between(0, 1_800_000)]), () => void person.glance())
  for (let left = profile.deeds; random.chance(left); left--) {
    const deed = deedOf(random, profile)
    world.at(due + aroundDue(random), () => void deeds.perform(person, deed))
  }
  for (let left = profile.machineFaults; random.chance(left); left--) {
    const fault = random.weighted(profile.machine)
    world.at(
      due + random.pick([random.between(-12_000, 2_000), random.between(-2_000, 90_000), random.between(0, 1_500_000)]),
      () => breakMachine(scene, fault),
    )
  }
  for (let left = profile.weatherFaults; random.chance(left); left--) {
    const fault = random.weighted(profile.weather)
    world.at(due + random.between(-30_000, 60_000), () => spoilWeather(scene, fault))
  }
}

const deedOf = (random: SeededRandom, profile: Profile) => random.weighted(profile.deedWeights)

/** Most often within two seconds, often in the last half minute or the last twenty, sometimes while the call lasts. */
function aroundDue(random: SeededRandom): number {
  const when = random.weighted({ seconds: 4, halfMinute: 2, horizon: 2, after: 2 })
  if (when === 'seconds') return random.between(-2_000, 2_000)
  if (when === 'halfMinute') return random.between(-30_000, 0)
  return when === 'horizon' ? random.between(-21 * 60_000, 0) : random.between(0, 20 * 60_000)
}

function breakMachine({ world, random, fleet, database, troubles }: Scene, fault: MachineFault): void {
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
      troubles.add(now, now + 1_000, 'database breaks')
      return database.breakConnections()
    case 'database-slow': {
      const lasts = random.between(2_000, 30_000)
      troubles.add(now, now + lasts, 'slow database')
      database.slowness = random.between(100, 2_000)
      return world.after(lasts, () => {
        database.slowness = 1
      })
    }
    case 'clock-step':
      return stepClock({ world, random, fleet, troubles })
  }
}

function stepClock({ world, random, fleet, troubles }: Pick<Scene, 'world' | 'random' | 'fleet' | 'troubles'>): void {
  const process = fleet.pick()
  // Without a worker nobody compares its clock with the database's.
  if (process?.worker == null) return
  const { machine } = process
  const step = random.pick([1_000, -1_000, 60_000, -60_000, 3_600_000, -3_600_000, 86_400_000])
  const lasts = random.between(2_000, 300_000)
  world.note(`${machine.name}: its clock is set by ${step} ms for ${lasts} ms`)
  troubles.add(world.now(), world.now() + lasts, 'clock step')
  // Two may overlap: each takes back what it did, and nothing else.
  machine.clockOffset += step
  world.after(lasts, () => {
    machine.clockOffset -= step
  })
}

function spoilWeather({ world, random, weather, profile, troubles }: Scene, fault: WeatherFault): void {
  const lasts = Math.round(2_000 * 450 ** random.next())
  world.note(`weather: ${fault} for ${lasts} ms`)
  troubles.add(world.now(), world.now() + lasts, fault)
  const often = random.pick([0.3, 0.7, 1])
  switch (fault) {
    case 'placing':
      weather.placing = badPlacing(often)
      break
    case 'carrier-down':
      weather.placing = {
        ...badPlacing(0),
        answered: 0,
        [random.pick(['failed-unclear', 'refused-connection', 'too-many-requests'] as const)]: 1,
      }
      weather.questionsFail = 1
      break
    case 'callbacks':
      weather.callbacks = badCallbacks(often)
      weather.strayCallbacks = often
      break
    case 'questions':
      weather.questionsFail = often
      break
    case 'list-lag':
      weather.listLagMs = 30_000
      weather.placing = { ...weather.placing, 'accepted-reply-lost': 1 }
      break
    case 'mail':
      weather.mailFails = often
  }
  world.after(lasts, () => {
    world.note('weather: fine again')
    Object.assign(weather, profile.climate)
  })
}
