import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Program } from './program.ts'

/**
 * The program of an older version's checkout, with its packages installed: `program.ts` with its imports resolved
 * there. Fails if that version lacks one of them.
 */
export async function olderProgram(checkout: string): Promise<Program> {
  const here = new URL('program.ts?older', import.meta.url).href
  const there = pathToFileURL(path.join(checkout, 'server', 'test', 'simulation', 'machine', 'program.ts')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, context.parentURL === here ? { ...context, parentURL: there } : context),
  })
  const loaded = (await import(here)) as { program: Program }
  return loaded.program
}
