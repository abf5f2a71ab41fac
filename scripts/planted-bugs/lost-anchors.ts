import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from '../run-command.ts'
import type { PlantedBug } from './planted-bug.ts'

/** Why some of these bugs cannot be planted or caught as they are: one line for each reason, all of them at once. */
export async function lostAnchors(bugs: readonly PlantedBug[]): Promise<string[]> {
  const faults = await Promise.all(bugs.map(faultsOf))
  const names = Map.groupBy(bugs, ({ name }) => name)
  const doubled = [...names].filter(([, held]) => held.length > 1)
  return [...faults.flat(), ...doubled.map(([name, held]) => `${name}: ${held.length} bugs have this name`)]
}

async function faultsOf({ name, file, search, caughtBy }: PlantedBug): Promise<string[]> {
  const [source, tests] = await Promise.all([read(file), read(caughtBy.file)])
  const places = source?.split(search).length
  const missing = wordsOf(caughtBy.title).filter((word) => tests !== null && !tests.includes(word))
  return [
    ...(source === null ? [`${name}: there is no ${file}`] : []),
    ...(places !== undefined && places !== 2 ? [`${name}: its place stands ${places - 1} times in ${file}`] : []),
    ...(tests === null ? [`${name}: there is no ${caughtBy.file}`] : []),
    ...(missing.length > 0 ? [`${name}: no title in ${caughtBy.file} has ${missing.join(', ')}`] : []),
  ]
}

/** A title is a pattern that a table fills in: its words must be in the file. */
const wordsOf = (title = '') => title.split(/[ |$]+/).filter((word) => /[a-z]/i.test(word) && word !== 'seed')

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8').catch(() => null)
