import { useProven } from '../../proof/use-proven.tsx'
import { useSession } from '../../session/use-session.ts'

/** Asks for a fresh proof when a request was refused for want of one, and says so. */
export type RetryProven = ReturnType<typeof usePhoneProven>['retryProven']

/** Another number than the present one takes a fresh proof: a code to the person's mailbox (S70). */
export function usePhoneProven() {
  return useProven(useSession().user?.email ?? '')
}
