import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { repositoryRoot } from '../run-command.ts'

/** Whether the line belongs to the sample of one line in `every`: the same ones in each run. */
export function inSample(file: string, line: number, every: number): boolean {
  return createHash('sha256').update(`${file}:${line}`).digest().readUInt32BE() % every === 0
}

/** The files, or the lines of them that are in the sample, as Stryker takes them. */
export async function rangesOf(files: readonly string[], every: number): Promise<string[]> {
  if (every === 1) return [...files]
  const ranges = await Promise.all(
    files.map(async (file) => {
      const { length } = (await readFile(path.join(repositoryRoot, file), 'utf8')).split('\n')
      const lines = Array.from({ length }, (_, index) => index + 1)
      return lines.filter((line) => inSample(file, line, every)).map((line) => `${file}:${line}-${line}`)
    }),
  )
  return ranges.flat()
}
