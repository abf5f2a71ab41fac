import type { CarrierSetup, KeyLooks } from './carrier-setup.ts'
import { unseen, type Finding } from './finding.ts'

/** Whether requests are signed in by the key, first, and callbacks verified by the token; nothing where there is no key. */
export function ofKeys({ keys }: Pick<CarrierSetup, 'keys'>): Finding[] {
  if (keys === null) return []
  return [ofApiKey(keys), ...(keys.byToken === null ? [] : [ofToken(keys.byToken)])]
}

function ofApiKey({ calls, account }: KeyLooks): Finding {
  const what = 'API key'
  if ('seen' in calls) {
    const blind = 'unseen' in account && (account.unseen === 401 || account.unseen === 403)
    return { what, state: 'right', says: `requests sign in by it${blind ? '; it may not look at the account' : ''}` }
  }
  if (calls.unseen === 401)
    return {
      what,
      state: 'wrong',
      says: 'the carrier refuses it (HTTP 401)',
      todo: "make a standard key in the carrier's console, and set TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET",
    }
  if (calls.unseen === 403)
    return {
      what,
      state: 'wrong',
      says: 'it may not list calls: a call in doubt could not be found again',
      todo: 'use a standard key, or allow it to read, make and change calls, messages and recordings',
    }
  return unseen(what, calls.unseen)
}

function ofToken(byToken: CarrierSetup['account']): Finding {
  const what = 'Auth token'
  if ('seen' in byToken) return { what, state: 'right', says: 'callbacks are verified by it' }
  if (byToken.unseen !== 401) return unseen(what, byToken.unseen)
  return {
    what,
    state: 'wrong',
    says: 'the carrier refuses it (HTTP 401): none of its callbacks would be believed, and calls stay silent',
    todo: "copy it from the carrier's console into TWILIO_AUTH_TOKEN, or set TWILIO_SIGNING_KEY",
  }
}
