import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They take the longest: begun last, they would be waited for by everything else. */
const FIRST = ['web-calls', 'web-code-by-call', 'web-signed-in'].map((name) => `/e2e/${name}.test.ts`)

/** Files of several projects by turns, so that what waits runs beside what works; Vitest's own order is project by project. */
export class ProjectsInTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((name) => moduleId.endsWith(name))
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, not an array's
    const sorted = (await super.sort(files)).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()]
    return files.flatMap((_file, place) => projects.flatMap((ofOne) => ofOne[place] ?? []))
  }
}
