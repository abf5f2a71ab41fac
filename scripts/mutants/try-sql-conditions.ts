import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../run-command.ts'
import type { Mutant } from './mutant.ts'
import { inSample } from './sample.ts'
import { sqlConditions } from './sql-conditions.ts'

/**
 * Takes the conditions out of the statements of `files` in the tree in `folder`, one at a time, and runs `tests`, which
 * stop at the first failure.
 */
export async function conditionMutants(
  folder: string,
  { files, tests, every }: { files: readonly string[]; tests: readonly string[]; every: number },
): Promise<Mutant[]> {
  const mutants: Mutant[] = []
  for (const file of files) {
    const place = path.join(folder, file)
    const source = await readFile(place, 'utf8')
    for (const { from, to, becomes, line } of sqlConditions(source).filter(({ line: at }) =>
      inSample(file, at, every),
    )) {
      await writeFile(place, source.slice(0, from) + becomes + source.slice(to))
      const { exitCode } = await runCommand(
        'vitest',
        ['run', '--project', 'integration', '--bail', '1', ...tests],
        folder,
      )
      const change = `Condition: ${becomes || '(none)'} for ${source.slice(from, Math.max(to, from + 40)).replaceAll(/\s+/g, ' ')}`
      mutants.push({ file, line, change, caught: exitCode !== 0 })
    }
    await writeFile(place, source)
  }
  return mutants
}
