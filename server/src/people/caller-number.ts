import { chooseCallerNumber } from '@reveille/core/phones/check-number'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { findCallerNumber, keepCallerNumber, readCallerNumber } from './caller-number.sql.ts'

type WithCountries = { phoneNumbers: { countryOf(phone: string): string | null } }
type WithNumbers = { config: { carrier: Pick<Services['config']['carrier'], 'callerNumbers'> } }
type WithLookup = Pick<Services, 'db'> & WithNumbers & WithCountries

/** All numbers that we call from, the second carrier's last. */
export const ourNumbers = ({ carrier, secondCarrier }: Services['config']): string[] => [
  ...new Set([...carrier.callerNumbers, ...(secondCarrier?.callerNumbers ?? [])]),
]

/** Which of our numbers texts this phone: its owner's, or for a stranger the one they would get. */
export async function callerNumberFor({ db, config, phoneNumbers }: WithLookup, phone: string): Promise<string> {
  const { callerNumbers } = config.carrier
  if (callerNumbers.length === 1) return callerNumbers[0]
  const known = await findCallerNumber(db, phone)
  if (known === null) return chooseCallerNumber(callerNumbers, phone, phoneNumbers.countryOf)
  return currentNumber(config, known.callerNumber)
}

/** Which of our numbers this person knows. */
export async function callerNumberOf(
  { db, config }: Pick<Services, 'db'> & WithNumbers,
  userId: number,
): Promise<string> {
  return currentNumber(config, await readCallerNumber(db, userId))
}

/** Replaces a number that we no longer have with the first one. */
function currentNumber({ carrier: { callerNumbers } }: WithNumbers['config'], kept: string | null): string {
  return callerNumbers.find((number) => number === kept) ?? callerNumbers[0]
}

/** Chooses a person's caller number when they verify their first phone. It stays when they change their phone. */
export async function giveCallerNumber(
  { config, phoneNumbers }: WithNumbers & WithCountries,
  tx: Tx,
  { userId, phone }: { userId: number; phone: string },
): Promise<void> {
  const chosen = chooseCallerNumber(config.carrier.callerNumbers, phone, phoneNumbers.countryOf)
  await keepCallerNumber(tx, { userId, callerNumber: chosen })
}
