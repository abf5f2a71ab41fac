import { findAccount } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { bucketOf, forget, lookAt, spend, type Spent, type Work } from '../../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, hourly, rated, type Budgets } from '../../platform/limits/declare-budget.ts'
import { DAY_S } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import type { CodeOwner } from './codes.sql.ts'
import { guessWarningJob } from './guess-warning.ts'

const WRONG_CODES = 100

const tryWithoutCode = goesOn(hourly('try-without-code', 'madeUpAddress', WRONG_CODES))

/**
 * Wrong codes in a row for one address; only a right one resets them. Never a lockout, which would hit the owner. Two
 * days for an address without an account, and an hour in a shared bucket when there was no code: counted twice, because a
 * guess counts for its address and for all of them, and the answers must take as long.
 */
export const guesses: Budgets = (size) => [
  goesOn({ ...hourly('wrong-code-per-address', 'address', WRONG_CODES), windowS: 365 * DAY_S }),
  goesOn(daily('wrong-code-per-found-address', 'foundAddress', WRONG_CODES)),
  tryWithoutCode,
  tryWithoutCode,
  goesOn(alarmed(hourly('wrong-codes', 'guessed', rated(200, size)))),
]

export type CodeVerdict = 'right' | 'no-code' | 'wrong' | 'expired' | 'used' | 'too-many-tries'

type Guessed = Pick<CodeOwner, 'address' | 'purpose'>

/** Counts for a year only if the code opens an account. Others can be requested for any address and expire soon. */
const perOf = ({ purpose }: Guessed) =>
  purpose === 'signup' || purpose.startsWith('email:') ? ('foundAddress' as const) : ('address' as const)

/** Whether there were enough wrong codes in a row to slow down unknown browsers. */
export async function isGuessedAt(services: Services, guessed: Guessed): Promise<boolean> {
  const per = perOf(guessed)
  return (await lookAt(services, guesses, { keys: { [per]: guessed.address } })).share(per) >= 1
}

/** Never locks, because that would let anybody lock out the owner. At the limit the owner gets one email. */
export async function countTry(services: Services, guessed: Guessed, verdict: CodeVerdict): Promise<void> {
  const { address } = guessed
  const per = perOf(guessed)
  if (verdict === 'right') return void (await forget(services, guesses, per, address))
  // Without a code there was nothing to guess. It still counts, so that the answer takes as long as for a guess. By
  // bucket, because attackers invent any number of addresses, and a single row would serialize all requests.
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
