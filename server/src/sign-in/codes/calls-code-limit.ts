import type { Services } from '../../platform/services.ts'
import type { LimitsPassed } from './email-code-limits.ts'

const DAY_S = 24 * 60 * 60
/** Whoever stopped our calls gets at most one text a day about them (S72). */
const LIMIT = { name: 'calls-code-per-number', size: 1, windowS: DAY_S } as const

/** Whether a code that turns calls back on may be texted to this number today; counts it. */
export async function passCallsCodeLimit({ clock, limits }: Services, phone: string): Promise<LimitsPassed> {
  if ((await limits.use(LIMIT, phone)).allowed) return { outcome: 'passed' }
  return { outcome: 'too-many-requests', retryAfterS: DAY_S - (Math.floor(clock.now() / 1000) % DAY_S) }
}

/** The carrier refused the text. */
export const giveBackCallsCode = ({ limits }: Services, phone: string): Promise<void> => limits.giveBack(LIMIT, phone)
