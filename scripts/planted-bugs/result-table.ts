import type { PlantedBug } from './planted-bug.ts'

export type Result = { bug: PlantedBug; caughtBy: string | null; seconds: number }

const SECTION = '\n## '

const INTRODUCTION = `# Planted bugs

Each of these mistakes was made in a copy of the sources, and the tests named here were run on it: a promise that no test
notices being broken is not kept. What \`npm run mutants\` plants by itself isn't repeated here
([decision](decisions/0009-mutation-testing.md)). \`npm run planted-bugs\` does it again and writes this page,
\`-- --group dispatch\` one table of it; \`-- --only name\` tries one.
`

/** The page with one table a group: new tables for these groups, the others unchanged. */
export function resultPage(old: string, results: ReadonlyMap<string, readonly Result[]>): string {
  const sections = new Map(
    old
      .split(SECTION)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n'))]),
  )
  for (const [group, tried] of results) sections.set(group, `\n\n${resultTable(tried)}\n`)
  return INTRODUCTION + [...sections].map(([group, text]) => SECTION + group + text).join('')
}

function resultTable(results: readonly Result[]): string {
  const caught = results.filter(({ caughtBy }) => caughtBy !== null).length
  const rows = results.map(({ bug, caughtBy, seconds }) => [
    bug.name,
    bug.bug,
    `\`${bug.file}\``,
    caughtBy ?? '**not caught**',
    seconds.toFixed(0),
  ])
  const table = [['name', 'bug', 'where', 'caught by', 's'], ['---', '---', '---', '---', '--:'], ...rows]
  const lines = table.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  return [`${caught} of ${results.length} are caught.`, '', ...lines].join('\n')
}
