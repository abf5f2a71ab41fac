import { answerOnPage } from './answer-on-page.ts'
import { losePreferences, savePreferences } from './may-be-called.ts'
import type { Person } from './person.ts'
import type { Request } from './save-form.ts'

/** Actions that need only the person. */
export const OF_PERSON = {
  'answer-on-page': (person) => answerOnPage(person, 'right'),
  'answer-wrong-on-page': (person) => answerOnPage(person, 'wrong'),
  'lose-preferences': ({ userId }) => losePreferences(userId),
  'save-preferences': ({ userId }) => savePreferences(userId),
  sample: ({ userId }) => sample(userId),
  'delete-account': (person) => leave(person),
  'stop-calls': ({ userId }) => stopCalls(userId),
} satisfies Record<string, (person: Person) => Request>

export const isOfPerson = (action: string): action is keyof typeof OF_PERSON => action in OF_PERSON

function stopCalls(userId: number): Request {
  return async ({ services, program }) => {
    await program.changeConsents(services, { userId, from: { ip: '192.0.2.1', browser: '' } }, { calls: false })
    return { words: 'all calls stopped', holds: (schedules) => !schedules.some(({ isActive }) => isActive) }
  }
}

function sample(userId: number): Request {
  return async ({ services, program }) => {
    await program.startSampleCall(services, userId)
    return null
  }
}

/** The person does nothing more, whether they learn of the end or not. */
function leave(person: Person): Request {
  return async ({ services, program }) => {
    person.isLeaving = true
    await program.inTransaction(services.db, (tx) => program.eraseAccount(services, tx, person.userId))
    person.leftAt = services.clock.monotonic()
    return null
  }
}
