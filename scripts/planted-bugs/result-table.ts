import type { PlantedBug } from './planted-bug.ts'

export type Result = { bug: PlantedBug; caughtBy: string | null; seconds: number }

/** The page that shows which bug is caught by which test. */
export function resultPage(results: readonly Result[]): string {
  const caught = results.filter(({ caughtBy }) => caughtBy !== null).length
  const rows = results.map(({ bug, caughtBy, seconds }) => [
    bug.name,
    bug.bug,
    `\`${bug.file}\``,
    caughtBy ?? '**not caught**',
    seconds.toFixed(0),
  ])
  const table = [['name', 'bug', 'where', 'caught by', 's'], ['---', '---', '---', '---', '--:'], ...rows]
  return `${[
    '# Planted bugs',
    '',
    'Each of these mistakes was made in a copy of the sources, and the tests named here were run on it: a promise that no test',
    'notices being broken is not kept. `npm run planted-bugs` does it again and writes this page; `-- --only name` tries one.',
    `${caught} of ${results.length} are caught.`,
    '',
    ...table.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  ].join('\n')}\n`
}
