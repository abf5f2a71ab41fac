const HOUR_MS = 3_600_000

/**
 * How far the sky has brightened, 0 (night) to 4 (the phone rings), by the time until the call (ms; null: there is
 * none).
 */
export function dawnAt(leftMs: number | null): 0 | 1 | 2 | 3 | 4 {
  if (leftMs === null || leftMs > 12 * HOUR_MS) return 0
  if (leftMs > 4 * HOUR_MS) return 1
  if (leftMs > HOUR_MS) return 2
  return leftMs > HOUR_MS / 12 ? 3 : 4
}
