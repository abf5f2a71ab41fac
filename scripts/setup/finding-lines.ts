import type { Finding } from '../../server/src/carrier/setup/finding.ts'

const SIGNS: Record<Finding['state'], string> = { right: '✓', wrong: '✗', hint: '!', unseen: '?' }

/** A finding, and what to do about it. `mends`: what else could fix it, if anything can. */
export const wordsOf = ({ what, state, says, todo, mend }: Finding, mends: string): string[] => [
  `${SIGNS[state]} ${what}: ${says}`,
  ...(todo === undefined ? [] : [`    → ${todo}${mend === undefined ? '' : mends}`]),
]

/** The output: a line for each finding, what to do about it, and a summary. */
export function linesOf(findings: readonly Finding[], { mayMend }: { mayMend: boolean }): string[] {
  const lines = findings.flatMap((finding) => wordsOf(finding, mayMend ? ' (or run this with -- --fix)' : ''))
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  return [
    ...lines,
    '',
    wrong === 0 ? 'Everything is ready for calls.' : `${wrong} of ${findings.length} must be fixed first.`,
  ]
}
