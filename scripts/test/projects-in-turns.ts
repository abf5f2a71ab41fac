import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files start first, so that nothing has to wait for them at the end. */
const FIRST = ['web-calls', 'web-code-by-call', 'web-signed-in'].map((name) => `/e2e/${name}.test.ts`)

/** Alternates between projects, so that tests that wait run beside tests that compute. Vitest runs project by project. */
export class ProjectsInTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((name) => moduleId.endsWith(name))
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's sort, not an array's
    const sorted = (await super.sort(files)).toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()]
    return files.flatMap((_file, place) => projects.flatMap((ofOne) => ofOne[place] ?? []))
  }
}
