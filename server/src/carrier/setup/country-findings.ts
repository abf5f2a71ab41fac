import type { ApiRequest } from './carrier-api.ts'
import type { CarrierSetup } from './carrier-setup.ts'
import { unseen, type Finding } from './finding.ts'

/** Whether the account may reach every country that we call. */
export function ofCountries(kind: 'Calls' | 'Texts', countries: CarrierSetup['voiceCountries']): Finding {
  const all = Object.entries(countries)
  const what = `${kind} to ${all.map(([country]) => country).join(', ')}`
  const hidden = all.find(([, look]) => 'unseen' in look)?.[1]
  if (hidden !== undefined && 'unseen' in hidden) return unseen(what, hidden.unseen)
  const closed = all.flatMap(([country, look]) => ('seen' in look && !look.seen ? [country] : []))
  if (closed.length === 0) return { what, state: 'right', says: 'allowed' }
  return {
    what,
    state: 'wrong',
    says: `the account may not reach ${closed.join(', ')}`,
    todo: "allow them in the carrier's geographic permissions, or take them out of CALL_COUNTRIES",
    mend: kind === 'Calls' ? allowCalls(closed) : allowTexts(closed),
  }
}

/** Usual numbers only: the dear ones, which fraud uses, stay closed. */
const allowCalls = (countries: readonly string[]): ApiRequest => ({
  part: 'voice',
  path: '/v1/DialingPermissions/BulkCountryUpdates',
  method: 'POST',
  form: {
    UpdateRequest: JSON.stringify(
      countries.map((iso_code) => ({
        iso_code,
        low_risk_numbers_enabled: 'true',
        high_risk_special_numbers_enabled: 'false',
        high_risk_tollfraud_numbers_enabled: 'false',
      })),
    ),
  },
})

const allowTexts = (countries: readonly string[]): ApiRequest => ({
  part: 'accounts',
  path: '/v1/Messaging/GeoPermissions',
  method: 'PATCH',
  form: {
    Permissions: countries.map((country_code) => JSON.stringify({ country_code, type: 'country', enabled: true })),
  },
})
