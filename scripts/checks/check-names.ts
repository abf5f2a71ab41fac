import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { reportFaults } from './report-faults.ts'

// Names that say nothing attract unrelated code.
const emptyNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib', 'manager', 'types'])
// Re-exporting another file's code makes two places to look for it.
const reExport = /^export\s+(?:type\s+\*|\*|\{[^}]*\})[^\n;]*?\sfrom\s/m
const files = await repositoryFiles('*.ts', '*.tsx', '*.js', '*.cjs', '*.mjs', '*.css')
const faults = [...files.flatMap(faultOfName), ...(await Promise.all(files.map(faultOfText))).flat()]
reportFaults('names', faults, `${files.length} files are named after their content`)

function faultOfName(file: string): string[] {
  const emptyName = file.split('/').find((part) => emptyNames.has(part.split('.')[0] ?? ''))
  return emptyName === undefined ? [] : [`${file}: '${emptyName}' does not say what is inside`]
}

async function faultOfText(file: string): Promise<string[]> {
  const text = await readFile(path.join(repositoryRoot, file), 'utf8')
  return reExport.test(text) ? [`${file}: re-exports another file's code; import it from there instead`] : []
}
