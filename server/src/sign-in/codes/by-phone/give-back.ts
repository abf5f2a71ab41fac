import type { Services } from '../../../platform/services.ts'
import type { CodePurpose } from '../codes.sql.ts'
import { giveBackCallsCode, giveBackUnusedText } from '../number-wait.ts'
import { giveBackText } from '../text-code-limits.ts'

/** A code that reached nobody takes nothing from the few that its number has (CODE-3). Once for each: it counts. */
export async function giveBackCode(services: Services, phone: string, purpose: CodePurpose): Promise<void> {
  await giveBackText(services, phone)
  await giveBackUnusedText(services, phone)
  if (purpose.startsWith('calls:')) await giveBackCallsCode(services, phone)
}
