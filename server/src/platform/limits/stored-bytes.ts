import type { Services } from '../services.ts'
import { pay } from './budgets.ts'

const BYTES_PER_KB = 1_000

/** Counts a file that was stored for a person: it raises alarms, and in the end refuses them archives (S66). */
export async function countStored(services: Services, userId: number, bytes: number): Promise<void> {
  await pay(services, 'stored', { keys: { person: String(userId) } }, Math.ceil(bytes / BYTES_PER_KB))
}
