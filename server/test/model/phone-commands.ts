import { expect } from 'vitest'
import { always, command, sampleWaits, type Command } from './command.ts'
import * as deeds from './deeds.ts'
import { underWay, type Expected } from './expected.ts'
import { ended, pickedUp } from './lived.ts'
import { namedCall } from './sleeper-world.ts'
import { atThePhone, dueAhead, passTo } from './time-passes.ts'

export function sample(): Command {
  return command('sample', always, async (expected, { sleeper }) => {
    const refusal = deeds.sampleRefusal(expected)
    const { status, body } = await sleeper.post('/api/call/sample')
    if (refusal === null) deeds.sample(expected)
    const codes = { phone: 403, preferences: 403, stopped: 403, 'under-way': 429, 'too-many': 429 }
    expect(status, `${refusal} ${JSON.stringify(body)}`).toBe(refusal === null ? 200 : codes[refusal])
  })
}

export function wait(ms: number): Command {
  return command(`wait ${ms / 1000} s`, always, (expected, world) => passTo(expected, world, expected.now + ms))
}

/** To just before, at or after the next instant at which a phone is to ring. */
export function waitForCall(offsetMs: number): Command {
  return command(`wait until ${offsetMs / 1000} s after the next call`, hasCallAhead, (expected, world) =>
    passTo(expected, world, nextDue(expected)! + offsetMs),
  )
}

const nextDue = (expected: Expected) => dueAhead(expected).toSorted((a, b) => a - b)[0]
const hasCallAhead = (expected: Expected) => nextDue(expected) !== undefined

/** Waits until the phone rings, if it does not, and picks up. */
export function awaitAndPickUp(): Command {
  const check = (expected: Expected) => hasCallAhead(expected) && underWay(expected) === null
  return command('await the next call and pick up', check, async (expected, world) => {
    await passTo(expected, world, nextDue(expected)! + 2_000)
    const attempt = underWay(expected)
    if (attempt?.stage !== 'ringing') return
    await atThePhone(expected, world, (call, timing) => call.pickUp(timing))
    pickedUp(expected, attempt)
  })
}

const rings = (expected: Expected) => underWay(expected)?.stage === 'ringing'
const talks = (expected: Expected) => underWay(expected)?.stage === 'talking'

export function pickUp(): Command {
  return command('pick up', rings, async (expected, world) => {
    await atThePhone(expected, world, (call, timing) => call.pickUp(timing))
    pickedUp(expected, underWay(expected)!)
  })
}

/** Who or what else takes a call that rings. */
export function refuse(how: 'decline' | 'busy' | 'fail' | 'voicemail'): Command {
  return command(how, rings, async (expected, world) => {
    await atThePhone(expected, world, (call, timing) => call[how](timing))
    ended(expected, underWay(expected)!, how === 'fail' ? 'failed' : 'no-answer')
  })
}

export function press(key: string, afterMs: number): Command {
  return command(`press ${key}`, talks, async (expected, world) => {
    await passTo(expected, world, expected.now + afterMs)
    const attempt = underWay(expected)
    if (attempt?.stage !== 'talking' || (key === '0' && sampleWaits(expected))) return
    const named = await namedCall(world)
    await atThePhone(expected, world, (call, timing) => call.press(key, timing))
    if (deeds.press(expected, attempt, key, named) === 'ends') ended(expected, attempt, 'talk')
  })
}

export function hangUp(afterMs: number): Command {
  return command(`hang up after ${afterMs / 1000} s`, talks, async (expected, world) => {
    await passTo(expected, world, expected.now + afterMs)
    const attempt = underWay(expected)
    if (attempt?.stage !== 'talking') return
    await atThePhone(expected, world, (call, timing) => call.hangUp(timing))
    ended(expected, attempt, 'talk')
  })
}
