import type { IModule } from 'dependency-cruiser'

const subjectOf = (file: string) => /^server\/src\/([^/]+)\/.*(?<!\.test)\.ts$/.exec(file)?.[1]

/**
 * How many of the server's imports cross from one subject into another, and from which into which, as lines to print.
 */
export function crossings(modules: readonly IModule[]): { count: number; lines: string[] } {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: subjectOf(source), to: subjectOf(resolved) })),
  )
  const ofSubjects = imports.filter(({ from, to }) => from && to && from !== 'platform' && to !== 'platform')
  const crossing = ofSubjects.filter(({ from, to }) => from !== to)
  const lines = [...Map.groupBy(crossing, ({ from }) => from!)].map(([from, ofOne]) => {
    const counted = [...Map.groupBy(ofOne, ({ to }) => to!)].toSorted(([, a], [, b]) => b.length - a.length)
    return `  ${from} -> ${counted.map(([to, all]) => `${to} ${all.length}`).join(', ')}`
  })
  const inside = `${ofSubjects.length - crossing.length} of ${ofSubjects.length} imports stay inside their subject`
  return { count: crossing.length, lines: [`${inside}; ${crossing.length} cross`, ...lines.toSorted()] }
}
