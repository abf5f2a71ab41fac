/** A possible mistake: `search` becomes `replace` in one file, and a test must fail. */
export type PlantedBug = {
  name: string
  /** What is wrong then, in one line. */
  bug: string
  file: string
  /** Occurs exactly once in the file; `npm run planted-bugs` checks that first. */
  search: string
  replace: string
  caughtBy: Suspect
}

/** The cheapest tests that should catch it: those of a file, or those with a matching title. */
export type Suspect = { project: 'unit' | 'integration' | 'long'; file: string; title?: string }

/** A seed that `npm test` plays. */
export function seed(number: number): Suspect {
  return { project: 'integration', file: 'server/test/simulation/simulation.test.ts', title: `seed ${number}$` }
}

/** A scenario in which one thing goes wrong; `title` is a part of its title. */
export function scene(title: string): Suspect {
  return { project: 'long', file: 'server/test/simulation/scenes.test.ts', title }
}

/** A test of the server, on a real database; `title` is a part of its title. */
export function test(file: string, title: string): Suspect {
  return { project: 'integration', file: `server/${file}.test.ts`, title }
}
