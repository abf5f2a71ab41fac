import { isPumping } from '@reveille/core/sign-in/one-time-code'
import { alarm } from '../../platform/metrics/metrics.ts'
import type { Services } from '../../platform/services.ts'
import { addTextedCode, claimAlarm, textedCodesByCountry } from './texted-codes.sql.ts'

/** The alarm for text pumping: codes are sent to a country, and hardly any are entered. */
export async function watchTextedCodes(services: Services): Promise<void> {
  const { db, clock } = services
  for (const { country, sent, used } of await textedCodesByCountry(db, clock.now())) {
    if (!isPumping({ sent, used }) || !(await claimAlarm(db, country, clock.now()))) continue
    alarm(services, 'text-conversion', { country, sent, used }, 'hardly any texted code is entered')
  }
}

/** Counts a code texted to a number in this country, or one that was entered. */
export async function countTextedCode({ db, clock }: Services, country: string, what: 'sent' | 'used'): Promise<void> {
  await addTextedCode(db, { country, what, at: clock.now() })
}
