import { askCarrierApi, type ApiRequest, type CarrierAccount } from './carrier-api.ts'
import { readCarrierSetup } from './carrier-setup.ts'
import type { Finding, Installation } from './finding.ts'
import { findingsOf } from './setup-findings.ts'

/** Looks at the account, its number and permissions, changing nothing. Never throws. */
export async function checkCarrier(account: CarrierAccount, home: Installation): Promise<Finding[]> {
  return findingsOf(await readCarrierSetup(account, home), home)
}

/**
 * Mends what can be mended by the carrier's interface, and looks again: what still is wrong is for a person. First come
 * findings of what was changed, with the old values: nobody else keeps them.
 */
export async function mendCarrier(account: CarrierAccount, home: Installation): Promise<Finding[]> {
  const changed: Finding[] = []
  for (const finding of await checkCarrier(account, home)) {
    if (finding.mend === undefined) continue
    const { status } = await askCarrierApi(account, finding.mend)
    changed.push(...changesOf(finding, finding.mend, status))
  }
  return [...changed, ...(await checkCarrier(account, home))]
}

function changesOf({ what, at, says, was }: Finding, { form = {} }: ApiRequest, status: number): Finding[] {
  const isDone = status >= 200 && status < 300
  const place = at === undefined || what.endsWith(at) ? what : `${what} at ${at}`
  const tell = (changed: string, words: string): Finding =>
    isDone
      ? { what: `Changed: ${changed}`, state: 'right', says: words }
      : { what: `Not changed: ${changed}`, state: 'wrong', says: `the carrier refuses it (HTTP ${status})` }
  if (was === undefined) return [tell(place, `it was: ${says}`)]
  const fields = Object.entries(was).filter(([field, old]) => old !== form[field])
  return fields.map(([field, old]) => tell(`${place}, ${field}`, `'${old}' became '${String(form[field])}'`))
}
