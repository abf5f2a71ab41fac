import type { Finding } from '../../server/src/carrier/setup/finding.ts'

const SIGNS: Record<Finding['state'], string> = { right: '✓', wrong: '✗', hint: '!', unseen: '?' }

/** The output: a line for each finding, what to do about it, and a summary. */
export function linesOf(findings: readonly Finding[], { mayMend }: { mayMend: boolean }): string[] {
  const lines = findings.flatMap(({ what, state, says, todo, mend }) => [
    `${SIGNS[state]} ${what}: ${says}`,
    ...(todo === undefined
      ? []
      : [`    → ${todo}${mend !== undefined && mayMend ? ' (or run this with -- --fix)' : ''}`]),
  ])
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  return [
    ...lines,
    '',
    wrong === 0 ? 'Everything is ready for calls.' : `${wrong} of ${findings.length} must be fixed first.`,
  ]
}
