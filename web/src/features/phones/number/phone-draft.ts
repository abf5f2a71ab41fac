import { useState } from 'react'
import { readLike } from '../../../browser/read-like.ts'
import { inTab } from '../../../browser/storage.ts'
import { PHONE_DRAFT, SECOND_DRAFT } from '../../../session/pending-phone-proof.ts'
import type { NumberPlace, PhoneProof } from '../phone-proof.ts'
import { useCallingCodes, useFirstCallingCode } from './countries.ts'

/** The input on the way to a verified number, on any of its pages. */
export type PhoneDraft = {
  country: string
  number: string
  e164: string | null
  otp: string
  sentTo: string | null
  /** How the latest code went out. */
  sentBy: 'text' | 'call'
}

const EMPTY: PhoneDraft = { country: '', number: '', e164: null, otp: '', sentTo: null, sentBy: 'text' }

/**
 * Kept in this tab until the number is verified, so that a reload, Back or another page loses nothing. The country is
 * that of the browser's zone until another is chosen.
 */
function usePhoneDraft(as: NumberPlace) {
  const key = as === 'first' ? PHONE_DRAFT : SECOND_DRAFT
  const [draft, setDraft] = useState(() => readLike(inTab, key, EMPTY))
  const offered = useCallingCodes().map(({ code }) => code)
  const first = useFirstCallingCode()
  const country = offered.includes(draft.country) ? draft.country : first
  function change(part: Partial<PhoneDraft>) {
    const next = { ...draft, ...part }
    inTab.write(key, JSON.stringify(next))
    setDraft(next)
  }
  return { draft: { ...draft, country }, change }
}

/** What each step works with. */
export type PhoneStep = ReturnType<typeof usePhoneStep>

export const usePhoneStep = (proof: PhoneProof) => ({ proof, ...usePhoneDraft(proof.as) })
