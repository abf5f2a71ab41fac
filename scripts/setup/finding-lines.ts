import type { Finding } from '../../server/src/carrier/setup/finding.ts'

const SIGNS: Record<Finding['state'], string> = { right: '✓', wrong: '✗', hint: '!', unseen: '?' }

/** What an operator reads: a line for each finding, below it what to do, and a sentence at the end. */
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
    wrong === 0 ? 'Nothing stands in the way of a call.' : `${wrong} of ${findings.length} must be mended first.`,
  ]
}
