import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait for a call's second, and slow ones that Vitest, which sorts by size, would start last. */
const WAITING =
  /\/(e2e\/(processes\/|web-(calls|code-by-call|family|lost-server|morning)\.)|server\/test\/(simulation|faults)\/)/

/** Alternates files that wait with files that compute, so that nothing has to wait for them at the end. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's sort, not an array's
    const largestFirst = await super.sort(files)
    const waiting = largestFirst.filter(({ moduleId }) => WAITING.test(moduleId))
    const others = largestFirst.filter((file) => !waiting.includes(file))
    return largestFirst.flatMap((_file, place) => [waiting[place], others[place]].filter((one) => one !== undefined))
  }
}
