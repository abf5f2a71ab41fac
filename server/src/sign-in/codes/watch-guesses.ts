import { WRONG_TRIES_BEFORE_WARNING } from '@reveille/core/sign-in/guesses'
import { inTransaction } from '../../platform/database/transaction.ts'
import { spend } from '../../platform/limits/budgets.ts'
import type { Services } from '../../platform/services.ts'

/** Counts a wrong try at a code texted to this number; its holder is told once a day at most (S74). */
export async function watchGuessesAt(services: Services, phone: string, codeId: number): Promise<void> {
  const { db, jobs } = services
  await spend(services, 'guess-at-number', { keys: { number: phone } }, () =>
    Promise.resolve({
      result: null,
      pays: 'anyway',
      async paid(spent) {
        if (spent.used('number') !== WRONG_TRIES_BEFORE_WARNING) return
        await inTransaction(db, (tx) => jobs.enqueue(tx, 'text-guess-warning', { codeId }))
      },
    }),
  )
}
