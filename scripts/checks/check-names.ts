import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'
import { reportFaults } from './report-faults.ts'

// A name that says nothing attracts everything.
const emptyNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'lib', 'manager', 'types'])
// A module may name the types in its interface; re-exporting another file's code makes two places to look for it.
const reExport = /^export\s+(?:type\s+\*|\*|\{[^}]*\})[^\n;]*?\sfrom\s/m
const files = await repositoryFiles('*.ts', '*.tsx', '*.js', '*.cjs', '*.mjs', '*.css')
const faults = [...files.flatMap(faultOfName), ...(await Promise.all(files.map(faultOfText))).flat()]
reportFaults('names', faults, `${files.length} files are named for what they hold`)

function faultOfName(file: string): string[] {
  const emptyName = file.split('/').find((part) => emptyNames.has(part.split('.')[0] ?? ''))
  return emptyName === undefined ? [] : [`${file}: '${emptyName}' does not say what is inside`]
}

async function faultOfText(file: string): Promise<string[]> {
  const text = await readFile(path.join(repositoryRoot, file), 'utf8')
  return reExport.test(text) ? [`${file}: exports what another file holds; import it from where it is`] : []
}
