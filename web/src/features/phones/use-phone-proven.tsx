import { useProven } from '../../proof/use-proven.tsx'
import { useSession } from '../../session/use-session.ts'

/** Another number than the present one takes a fresh proof: a code to the person's mailbox (S70). */
export function usePhoneProven() {
  return useProven(useSession().user?.email ?? '')
}
