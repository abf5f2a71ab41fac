import type { KeptName } from '@reveille/core/consents/kept-in-browser'
import { useState } from 'react'
import { readLike } from '../../../browser/read-like.ts'
import { inTab } from '../../../browser/storage.ts'
import { useProven } from '../../../proof/use-proven.tsx'
import { PHONE_DRAFT, SECOND_DRAFT } from '../../../session/pending-phone-proof.ts'
import { useSession } from '../../../session/use-session.ts'
import type { NumberPlace, PhoneProof } from '../phone-proof.ts'
import { useCallingCodes, useFirstCallingCode } from './countries.ts'

/** The input on the way to a verified number, on any of its pages. */
export type PhoneDraft = { country: string; number: string; e164: string | null; otp: string; sentTo: string | null }

const EMPTY: PhoneDraft = { country: '', number: '', e164: null, otp: '', sentTo: null }

/**
 * Kept in this tab until the number is verified, so that a reload, Back or another page loses nothing. The country is
 * that of the browser's zone until another is chosen.
 */
function usePhoneDraft(as: NumberPlace): [PhoneDraft, (change: Partial<PhoneDraft>) => void] {
  const [draft, change] = useStoredState(as === 'first' ? PHONE_DRAFT : SECOND_DRAFT, EMPTY)
  const offered = useCallingCodes().map(({ code }) => code)
  const first = useFirstCallingCode()
  const country = offered.includes(draft.country) ? draft.country : first
  return [{ ...draft, country }, (part) => change({ ...draft, ...part })]
}

export type PhoneStep = Omit<ReturnType<typeof usePhoneStep>, 'dialog'>

/** What each step works with. Changing the number takes a fresh proof of identity by email. */
export function usePhoneStep(proof: PhoneProof) {
  const [draft, change] = usePhoneDraft(proof.as)
  return { proof, draft, change, ...useProven(useSession().user?.email ?? '') }
}

/** State of a page that is rendered only in the browser, kept in this tab through a reload and the back button. */
function useStoredState<T extends object>(key: KeptName<'tab'>, initial: T): [T, (next: T) => void, () => void] {
  const [state, setState] = useState<T>(() => readLike(inTab, key, initial))
  const change = (next: T) => {
    inTab.write(key, JSON.stringify(next))
    setState(next)
  }
  return [state, change, () => inTab.remove(key)]
}
