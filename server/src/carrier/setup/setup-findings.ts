import { TRIAL } from '@reveille/core/phones/held-account'
import type { CarrierSetup, Look } from './carrier-setup.ts'
import { ofCountries } from './country-findings.ts'
import { callsNorthAmerica, unseen, type Finding, type Installation } from './finding.ts'
import { ofKeys } from './key-findings.ts'
import { ofNumber } from './number-findings.ts'
import { ofService } from './service-findings.ts'
import { ofVerification } from './verification-findings.ts'

const LITTLE_MONEY = 5
/** No word of the account: nothing says that it is wrong. */
const CARRIER_AWAY = 'Carrier out of reach'

/** What an account at the carrier means for this installation: each finding once, in the order in which to mend them. */
export function findingsOf(setup: CarrierSetup, home: Installation): Finding[] {
  const keys = ofKeys(setup)
  if (keys[0]?.state === 'wrong') return [...keys, ofPublicUrl(home)]
  const account = ofAccount(setup)
  if (account.state === 'wrong' && 'unseen' in setup.account) return [account, ofPublicUrl(home)]
  return [
    ...keys,
    account,
    ofBalance(setup.balance),
    ofProfile(setup.hasApprovedProfile, home),
    ...setup.numbers.flatMap((number) => ofNumber(number, home)),
    ofCountries('Calls', setup.voiceCountries),
    ...(home.texts
      ? [ofCountries('Texts', setup.textCountries), ...ofService(setup, home), ...ofVerification(setup, home)]
      : []),
    ofPublicUrl(home),
  ]
}

function ofAccount({ account, keys }: CarrierSetup): Finding {
  const what = 'Account'
  if ('unseen' in account) {
    if (account.unseen === 401 && keys === null)
      return {
        what,
        state: 'wrong',
        says: 'the carrier refuses it (HTTP 401)',
        todo: "copy the account's SID and auth token from the carrier's console into TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN",
      }
    if (account.unseen === 0)
      return {
        what: CARRIER_AWAY,
        state: 'wrong',
        says: 'it does not answer, so nothing is known of the account',
        todo: 'check TWILIO_API_URL and the network',
      }
    return unseen(what, account.unseen)
  }
  const { type, status } = account.seen
  if (status !== 'active')
    return { what, state: 'wrong', says: `it is ${status}: nothing is called`, todo: "ask the carrier's support why" }
  if (type === 'Trial')
    return {
      what,
      state: 'wrong',
      says: TRIAL,
      todo: "upgrade it in the carrier's console",
    }
  return { what, state: 'right', says: 'full and active' }
}

function ofBalance(balance: CarrierSetup['balance']): Finding {
  const what = 'Money'
  if ('unseen' in balance) return unseen(what, balance.unseen)
  const amount = `${balance.seen.balance.toFixed(2)} ${balance.seen.currency}`
  if (balance.seen.balance <= 0)
    return {
      what,
      state: 'wrong',
      says: `${amount}: no call leaves`,
      todo: 'add money, and turn on automatic recharge',
    }
  return balance.seen.balance < LITTLE_MONEY
    ? { what, state: 'hint', says: `${amount} are soon spent`, todo: 'turn on automatic recharge' }
    : { what, state: 'right', says: amount }
}

function ofProfile(approved: Look<boolean>, home: Installation): Finding {
  const what = 'Compliance profile'
  if ('unseen' in approved) return unseen(what, approved.unseen)
  if (approved.seen) return { what, state: 'right', says: 'approved' }
  return {
    what,
    state: callsNorthAmerica(home) ? 'wrong' : 'hint',
    says: 'none is approved: calls to +1 are refused (21216), and texts reach verified numbers only (21608)',
    todo: 'fill in the primary compliance profile (Trust Hub); approval takes one to three working days',
  }
}

function ofPublicUrl({ publicUrl }: Installation): Finding {
  const what = 'Public address'
  if (new URL(publicUrl).protocol === 'https:') return { what, state: 'right', says: publicUrl }
  return {
    what,
    state: 'wrong',
    says: `${publicUrl} is not https: what the carrier tells us, and its recordings, would be readable on the way`,
    todo: 'put a proxy with a certificate before it, and set PUBLIC_URL=https://…',
  }
}
