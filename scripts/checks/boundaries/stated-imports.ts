import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from '@swc/core'

/** A file's import statements. `code` remains at run time, `types` is erased. */
export type StatedImports = { file: string; code: ReadonlySet<string>; types: ReadonlySet<string> }

const lazyImport = /\bimport\(\s*'([^']+)'\s*\)(?!\.)/g

/**
 * Reads the import statements of a file. dependency-cruiser can't tell type imports without TypeScript's API, which
 * version 7 lacks.
 */
export async function statedImports(baseDir: string, file: string): Promise<StatedImports> {
  const text = await readFile(path.join(baseDir, file), 'utf8')
  const { body } = await parse(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }).catch(
    (cause: unknown) => {
      throw new Error(`${file} cannot be parsed`, { cause })
    },
  )
  const imports = body.filter((statement) => statement.type === 'ImportDeclaration')
  const code = imports.filter(({ typeOnly }) => !typeOnly).map(({ source }) => source.value)
  const lazy = Array.from(text.matchAll(lazyImport), ([, name]) => name ?? '')
  const types = imports.filter(({ typeOnly }) => typeOnly).map(({ source }) => source.value)
  return { file, code: new Set([...code, ...lazy]), types: new Set(types) }
}
