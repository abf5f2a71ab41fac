import { askCarrierApi, type CarrierAccount } from './carrier-api.ts'
import { readCarrierSetup } from './carrier-setup.ts'
import type { Finding, Installation } from './finding.ts'
import { findingsOf } from './setup-findings.ts'

/** Looks at the account, its number and permissions, changing nothing. Never throws. */
export async function checkCarrier(account: CarrierAccount, home: Installation): Promise<Finding[]> {
  return findingsOf(await readCarrierSetup(account, home), home)
}

/** Mends what can be mended by the carrier's interface, and looks again: what still is wrong is for a person. */
export async function mendCarrier(account: CarrierAccount, home: Installation): Promise<Finding[]> {
  for (const { mend } of await checkCarrier(account, home)) if (mend !== undefined) await askCarrierApi(account, mend)
  return checkCarrier(account, home)
}
