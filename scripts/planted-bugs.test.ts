import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plantedBugs } from './planted-bugs/all.ts'
import { planted } from './planted-bugs/scratch-tree.ts'
import { repositoryRoot } from './run-command.ts'

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8')

/** A title is a pattern, and parts of it are filled in by a table: what must stand in the file is its words. */
const wordsOf = (title = 'test') => title.split(/[ |$]+/).filter((word) => /[a-z]/i.test(word) && word !== 'seed')

test.each(plantedBugs)(
  'the planted bug $name finds its place, and the test that is to catch it is there',
  async (bug) => {
    const source = await read(bug.file)
    expect(planted(bug, source)).not.toBe(source)
    const tests = await read(bug.caughtBy.file)
    for (const word of wordsOf(bug.caughtBy.title)) expect(tests).toContain(word)
  },
)

test('every planted bug has a name of its own', () => {
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
})
