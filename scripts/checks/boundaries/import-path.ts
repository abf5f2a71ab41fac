import type { IModule } from 'dependency-cruiser'

/** The shortest chain of imports from one file to another, or an empty list. */
export function importPath(modules: readonly IModule[], from: string, to: string): string[] {
  const imports = new Map(modules.map((module) => [module.source, module.dependencies.map(({ resolved }) => resolved)]))
  const cameFrom = new Map<string, string>()
  const queue = [from]
  for (const file of queue) {
    for (const next of imports.get(file) ?? []) {
      if (next === from || cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return cameFrom.has(to) ? stepsTo(to, cameFrom) : []
}

function stepsTo(file: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const before = cameFrom.get(file)
  return before === undefined ? [file] : [...stepsTo(before, cameFrom), file]
}
