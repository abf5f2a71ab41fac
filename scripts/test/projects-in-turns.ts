import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of several projects by turns, so that what waits runs beside what works; Vitest's own order is project by project. */
export class ProjectsInTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's, not an array's
    const sorted = await super.sort(files)
    const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()]
    return files.flatMap((_file, place) => projects.flatMap((ofOne) => ofOne[place] ?? []))
  }
}
