import { changeConsents } from '../../../src/accounts/change-consents.ts'
import { eraseAccount } from '../../../src/accounts/deletion/delete-account.ts'
import { startSampleCall } from '../../../src/calls/samples/start-sample-call.ts'
import { inTransaction } from '../../../src/platform/database/transaction.ts'
import { answerOnPage } from './answer-on-page.ts'
import { losePreferences, savePreferences } from './may-be-called.ts'
import type { Person } from './person.ts'
import type { Request } from './save-form.ts'

/** What needs nothing but the person. */
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
  return async (services) => {
    await changeConsents(services, { userId, from: { ip: '192.0.2.1', browser: '' } }, { calls: false })
    return { words: 'all calls stopped', holds: (schedules) => !schedules.some(({ isActive }) => isActive) }
  }
}

function sample(userId: number): Request {
  return async (services) => {
    await startSampleCall(services, userId)
    return null
  }
}

/** Nothing more is done on this person's behalf, whether they learn of the end or not. */
function leave(person: Person): Request {
  return async (services) => {
    person.isLeaving = true
    await inTransaction(services.db, (tx) => eraseAccount(services, tx, person.userId))
    person.leftAt = services.clock.monotonic()
    return null
  }
}
