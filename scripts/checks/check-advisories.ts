import { runCommand } from '../run-command.ts'

// npm run advisories: fails on known vulnerabilities of high severity or above in the product's dependencies. If the
// registry doesn't support such queries, it exits with 77 instead of passing.

type Audit = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}

const { stdout, output } = await runCommand('npm', ['audit', '--omit=dev', '--json'])
const audit = parse(stdout)
const counts = audit?.metadata?.vulnerabilities
if (counts === undefined) {
  console.log(output.trim().split('\n').at(0) ?? '')
  console.log('the package registry does not report known vulnerabilities')
  process.exit(77)
}
const bad = Object.entries(audit?.vulnerabilities ?? {}).filter(([, { severity }]) =>
  ['high', 'critical'].includes(severity),
)
for (const [name, { severity }] of bad) console.log(`${name}: ${severity}`)
console.log(`${counts['total'] ?? 0} known vulnerabilities, ${bad.length} of them high or critical`)
process.exitCode = bad.length === 0 ? 0 : 1

function parse(text: string): Audit | null {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return null
  }
}
