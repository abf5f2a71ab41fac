import { PHONE_DRAFT } from '../../../session/phone-errand.ts'
import { useStoredState } from '../../../ui/stored-state.ts'

/** What is typed on the way to a verified number, on whichever of its pages. */
export type PhoneDraft = { country: string; number: string; otp: string; sentTo: string | null }

const EMPTY: PhoneDraft = { country: '+1', number: '', otp: '', sentTo: null }

/** Kept in this tab until the number is verified, so that a reload, Back and another page lose nothing. */
export function usePhoneDraft(): [PhoneDraft, (change: Partial<PhoneDraft>) => void] {
  const [draft, change] = useStoredState(PHONE_DRAFT, EMPTY)
  return [draft, (part) => change({ ...draft, ...part })]
}
