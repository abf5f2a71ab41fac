import { proveNumber } from './may-be-called.ts'
import type { Person } from './person.ts'
import type { Request } from './save-form.ts'

const FROM = { ip: '192.0.2.1', browser: '' }

/** Actions on the second number. */
export const OF_SECOND = {
  'remove-second': (person) => remove(person),
  'lose-second': (person, strangerId) => lose(person, strangerId),
  'disown-second': (person) => disown(person),
  'second-to-first': (person) => makeFirst(person),
  'resume-second': (person) => resume(person),
} satisfies Record<string, (person: Person, strangerId: number) => Request | null>

export const isOfSecond = (action: string): action is keyof typeof OF_SECOND => action in OF_SECOND

/** Verifies a number as their second one; an older one no longer rings. */
export function addSecond(person: Person, phone: string): Request {
  const { userId } = person
  person.seconds.push(phone)
  return async ({ services, program }) => {
    const proven = { userId, phone, as: 'second', by: 'text', from: FROM } as const
    const { outcome } = await program.inTransaction(services.db, (tx) => program.acceptNumber(services, tx, proven))
    if (outcome !== 'verified') return null
    person.retireSeconds(services.clock.monotonic(), phone)
    return { words: `second number ${phone} proven`, holds: (_schedules, second) => second?.phone === phone }
  }
}

function remove(person: Person): Request {
  return async ({ services, program }) => {
    await program.removeSecond(services, person.userId, FROM)
    person.retireSeconds(services.clock.monotonic())
    return { words: 'second number removed', holds: (_schedules, second) => second === null }
  }
}

/** Somebody else verifies it. */
function lose(person: Person, toWhom: number): Request | null {
  const second = person.screen?.second ?? null
  if (second === null) return null
  person.lost.push(second.phone)
  return async (process) => {
    await proveNumber(toWhom, second.phone)(process)
    person.retireSeconds(process.services.clock.monotonic())
    return { words: 'second number lost', holds: (_schedules, shown) => shown?.rings !== true }
  }
}

/** 'That wasn't me' in the email about it. */
function disown(person: Person): Request {
  return async ({ services, program }) => {
    const change = await services.db
      .selectFrom('number_changes')
      .select('id')
      .where('user_id', '=', person.userId)
      .where('is_second', '=', true)
      .where('disowned_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (change === undefined) return null
    const token = program.disownUrl(services.config, change.id).split('#')[1]!
    if ((await program.disownNumber(services, token, null)) === null) return null
    person.retireSeconds(services.clock.monotonic())
    return { words: 'second number disowned', holds: (_schedules, second) => second?.rings !== true }
  }
}

/** The second number becomes their first, and there is no second one. */
function makeFirst(person: Person): Request | null {
  const second = person.screen?.second ?? null
  if (second === null) return null
  person.firsts.push(second.phone)
  return proveNumber(person.userId, second.phone)
}

/** Like the code that is texted to it. */
function resume({ userId, screen }: Person): Request | null {
  const second = screen?.second ?? null
  if (second === null) return null
  return async ({ services, program }) => {
    await program.inTransaction(services.db, (tx) => program.resumeCalls(services, tx, userId, second.phone))
    return null
  }
}
