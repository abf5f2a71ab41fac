import { findAccount } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { bucketOf, forget, lookAt, spend, type Spent, type Work } from '../../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, hourly, rated, type Budgets } from '../../platform/limits/declare-budget.ts'
import { DAY_S } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { CodeOwner } from './codes.sql.ts'
import { guessWarningJob } from './guess-warning.ts'

const WRONG_CODES = 100

/**
 * A wrong code in a row for one address; only a right one ends the row (S5). Never a wall, which would keep its owner
 * out. For an address of nobody's account two days, and in a bucket for an hour where no code was sent (S55).
 */
export const guesses: Budgets = (size) => [
  goesOn({ ...hourly('wrong-code-per-address', 'address', WRONG_CODES), windowS: 365 * DAY_S }),
  goesOn(daily('wrong-code-per-found-address', 'foundAddress', WRONG_CODES)),
  goesOn(hourly('try-without-code', 'madeUpAddress', WRONG_CODES)),
  goesOn(alarmed(hourly('wrong-codes', 'guessed', rated(200, size)))),
]

export type CodeVerdict = 'right' | 'no-code' | 'wrong' | 'expired' | 'used' | 'too-many-tries'

type Guessed = Pick<CodeOwner, 'address' | 'purpose'>

/**
 * Only codes that open an account are counted for long: others can be requested for any address, and are deleted soon
 * (S55).
 */
const perOf = ({ purpose }: Guessed) =>
  purpose === 'signup' || purpose.startsWith('email:') ? ('foundAddress' as const) : ('address' as const)

/** Whether so many consecutive wrong codes were tried for this address that unknown browsers are slowed down. */
export async function isGuessedAt(services: Services, guessed: Guessed): Promise<boolean> {
  const per = perOf(guessed)
  return (await lookAt(services, guesses, { keys: { [per]: guessed.address } })).share(per) >= 1
}

/**
 * Counts the result of a try. Never locks: that would be a way to keep the owner out. At the limit the owner gets one
 * email.
 */
export async function countTry(services: Services, guessed: Guessed, verdict: CodeVerdict): Promise<void> {
  const { address } = guessed
  const per = perOf(guessed)
  if (verdict === 'right') return void (await forget(services, guesses, per, address))
  // There was no code to guess: counted by bucket, because attackers invent any number of addresses (S55), and counted
  // at all, so that the answer takes as long as for a guess (S14). Not in one row for all, which each would wait for.
  const keys =
    verdict === 'no-code' ? { madeUpAddress: bucketOf(services.config, address) } : { [per]: address, guessed: 'all' }
  const warnAtLimit = async (spent: Spent) => {
    if (spent.share(per) === 1) await warn(services, address)
  }
  await spend<null>(services, guesses, { keys }, () =>
    Promise.resolve<Work<null>>({ result: null, pays: 'anyway', paid: warnAtLimit }),
  )
}

async function warn({ db, jobs, log }: Services, address: string): Promise<void> {
  log.warn('many wrong codes in a row for one address')
  const account = await findAccount(db, { email: address })
  if (account === null) return
  await inTransaction(db, (tx) => jobs.enqueue(tx, guessWarningJob, { userId: account.id }))
}
