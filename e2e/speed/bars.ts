import type { Visit } from './lighthouse.ts'

/** The bars for every public page. Scores are out of 100, times in ms. */
const BARS: readonly { name: keyof Visit; holds: (figure: number) => boolean; bar: string }[] = [
  { name: 'performance', holds: (score) => score >= 98, bar: 'at least 98' },
  { name: 'accessibility', holds: (score) => score === 100, bar: '100' },
  { name: 'bestPractices', holds: (score) => score === 100, bar: '100' },
  { name: 'seo', holds: (score) => score === 100, bar: '100' },
  { name: 'lcp', holds: (ms) => ms < 1_800, bar: 'under 1800 ms' },
  // Rounds to 0 with two decimals, as it is usually reported.
  { name: 'cls', holds: (shift) => shift < 0.005, bar: '0' },
]

/** From a press to the frame that shows it, on a CPU slowed down four times (ms). */
export const INTERACTION_BAR_MS = 100

/** The bars that a visit missed, one line each. */
export function missedBars(visit: Visit): string[] {
  return BARS.filter(({ name, holds }) => !holds(visit[name])).map(
    ({ name, bar }) => `${name} is ${Number(visit[name].toFixed(3))}, and must be ${bar}`,
  )
}
