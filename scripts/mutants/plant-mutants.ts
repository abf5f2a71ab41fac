import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Mutant } from './mutant.ts'
import { sqlConditions, withSwitches } from './sql-conditions.ts'

/** The part of Stryker's instrumenter that we use. It isn't a dependency of the product. */
type Instrumenter = {
  instrument(
    files: { name: string; mutate: boolean; content: string }[],
    options: { plugins: []; excludedMutations: string[]; ignorers: [] },
  ): Promise<{
    files: { content: string }[]
    mutants: {
      id: string
      status?: string
      mutatorName: string
      replacement: string
      location: { start: { line: number; column: number } }
    }[]
  }>
}

/** A changed column name fails immediately, and tests shouldn't repeat log messages. */
const EXCLUDED = ['StringLiteral']

/**
 * Writes all mutants of `files` into the tree in `folder`, each behind a switch, so that the code loads only once. Returns
 * a repeatable sample of one in `every`.
 */
export async function plantMutants(folder: string, files: readonly string[], every: number): Promise<Mutant[]> {
  const instrumenter = await installed()
  const planted: Mutant[] = []
  for (const [number, file] of files.entries()) {
    const place = path.join(folder, file)
    const source = await readFile(place, 'utf8')
    const conditions = sqlConditions(source)
    const ofSql = conditions.map(({ from, to, line, how }, index) => ({
      id: `sql:${number}:${index}`,
      file,
      line,
      change: `Condition: ${how} for ${oneLine(source.slice(from, how === 'no-where' ? to + 60 : to))}`,
    }))
    const content = withSwitches(
      source,
      conditions,
      ofSql.map(({ id }) => id),
    )
    const { files: written, mutants } = await instrumenter.instrument([{ name: place, mutate: true, content }], {
      plugins: [],
      excludedMutations: file.startsWith('server/') ? EXCLUDED : [],
      ignorers: [],
    })
    // Stryker's ids restart in each file.
    await writeFile(place, written[0]!.content.replaceAll(/(stry(?:MutAct|Cov)_9fa48\()([^)]*)\)/g, renumbered(number)))
    const lines = source.split('\n')
    const ofCode = mutants
      .filter(({ status }) => status === undefined)
      .map(({ id, mutatorName, replacement, location: { start } }) => ({
        id: `${number}:${id}`,
        file,
        line: start.line + 1,
        change: `${mutatorName}: ${oneLine(replacement)} in ${lines[start.line]!.trim().slice(0, 80)}`,
      }))
    planted.push(...[...ofSql, ...ofCode].filter(({ change }, index) => inSample(`${file} ${index} ${change}`, every)))
  }
  return planted
}

const renumbered = (file: number) => (_all: string, opens: string, ids: string) =>
  `${opens}${ids.replaceAll(/"(\d+)"/g, `"${file}:$1"`)})`

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100)

function inSample(name: string, every: number): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % every === 0
}

async function installed(): Promise<Instrumenter> {
  const { resolve } = createRequire(import.meta.url)
  const quiet = () => undefined
  const logger = { debug: quiet, info: quiet, warn: quiet, isDebugEnabled: () => false }
  try {
    const { Instrumenter } = (await import(pathToFileURL(resolve('@stryker-mutator/instrumenter')).href)) as {
      Instrumenter: new (log: object) => Instrumenter
    }
    return new Instrumenter(logger)
  } catch {
    throw new Error('Stryker is missing: run npm ci --prefix scripts/mutants first')
  }
}
