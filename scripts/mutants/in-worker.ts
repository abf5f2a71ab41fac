import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest'

/** One run of a test file: without a mutant, to learn which mutants its tests reach, or with one and only these tests. */
export type Play = {
  file: string
  mutant: string | null
  tests: readonly string[] | null
  atImport: boolean
  limitMs: number
}

/** A play's reports, which are lines of the file `reportTo`. */
export type Report =
  | { what: 'begun'; play: number; pid: number }
  | { what: 'ended'; play: number; failed: string | null; tests: Reached[]; atImport: string[]; between: string[] }

/** A test, its wall-clock and CPU time, and the mutants that it reaches. */
export type Reached = { name: string; ms: number; cpuMs: number; reached: string[] }

export type Plan = { plays: readonly Play[]; reportTo: string }

declare module 'vitest' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    plan: Plan
  }
}

type Task = {
  name: string
  mode: string
  type: string
  tasks?: Task[]
  suite?: Task
  result?: { state?: string; duration?: number; errors?: { message: string }[] }
}

/** The state that Stryker's switches and ours read. They keep a reference, so it must stay the same object. */
type Switches = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
  hitCount: number
  hitLimit: number
}

/** A method of every object that returns the object, which replaces `where` in a mutant. */
const UNCONDITIONAL = Symbol.for('unconditional')

/** A mutant reached this often is in an infinite loop. */
const ENDLESS = 3_000_000

const shared = globalThis as unknown as {
  __stryker__?: Switches
  played?: number
  failed?: string | null
  sqlMutant: typeof sqlMutant
}
const switches = (shared.__stryker__ ??= newSwitches())
const { plays, reportTo } = inject('plan')
const play = (shared.played = (shared.played ?? -1) + 1)
const { mutant, tests, atImport, limitMs } = plays[play]!
// Modules loaded under another mutant would stay mutated.
const isLoadedChanged = plays[play - 1]?.atImport === true

report({ what: 'begun', play, pid: process.pid })
Object.assign(switches.mutantCoverage, { static: {}, perTest: {} })
switches.activeMutant = mutant ?? undefined
switches.hitCount = 0
switches.currentTestId = 'import'
shared.failed = null
if (mutant === null || atImport || isLoadedChanged) vi.resetModules()
vi.setConfig({ testTimeout: limitMs, hookTimeout: limitMs })

// oxlint-disable-next-line no-empty-pattern -- the runner requires it
beforeAll(({}, file) => {
  switches.currentTestId = 'between'
  if (tests !== null) leaveOut(file as Task, (name) => !tests.includes(name))
})
const cpu = new Map<string, NodeJS.CpuUsage>()
beforeEach(({ task }) => {
  cpu.set(nameOf(task as Task), process.cpuUsage())
  switches.currentTestId = `test ${nameOf(task as Task)}`
})
afterEach(({ task }) => {
  cpu.set(nameOf(task as Task), process.cpuUsage(cpu.get(nameOf(task as Task))))
  switches.currentTestId = 'between'
  if (task.result?.state !== 'fail') return
  fail(nameOf(task as Task))
  if (mutant !== null) leaveOut(task.file as unknown as Task, () => true)
})
// oxlint-disable-next-line no-empty-pattern -- the runner requires it
afterAll(({}, file) => {
  const reached = (at: string) => Object.keys(switches.mutantCoverage.perTest[at] ?? {})
  const all = testsIn(file as Task)
  if (holdsFailure(file as Task)) fail('a hook or the file itself')
  report({
    what: 'ended',
    play,
    failed: shared.failed ?? null,
    tests: all.map((test) => ({
      name: nameOf(test),
      ms: test.result?.duration ?? 0,
      cpuMs: (({ user, system }) => (user + system) / 1_000)(cpu.get(nameOf(test)) ?? { user: 0, system: 0 }),
      reached: reached(`test ${nameOf(test)}`),
    })),
    atImport: reached('import'),
    between: reached('between'),
  })
  // Otherwise a hanging test would continue during the next play.
  if (
    mutant !== null &&
    all.some(({ result }) => result?.errors?.some(({ message }) => message.includes('timed out')))
  ) {
    process.kill(process.pid, 'SIGKILL')
  }
})

function newSwitches(): Switches {
  // oxlint-disable-next-line no-extend-native -- a symbol's name, which none of our code uses
  Object.defineProperty(Object.prototype, UNCONDITIONAL, {
    value(this: unknown) {
      return this
    },
  })
  shared.sqlMutant = sqlMutant
  process.on('unhandledRejection', () => fail('an unhandled rejection'))
  return { mutantCoverage: { static: {}, perTest: {} }, hitCount: 0, hitLimit: ENDLESS }
}

/** A switch in a statement. Returns the condition or, while its mutant is active, `instead`. */
function sqlMutant(name: string, condition: unknown, instead: unknown = UNCONDITIONAL): unknown {
  const { activeMutant, currentTestId = 'between', mutantCoverage } = switches
  const reached = (mutantCoverage.perTest[currentTestId] ??= {})
  reached[name] = (reached[name] ?? 0) + 1
  return activeMutant === name ? instead : condition
}

function fail(what: string): void {
  shared.failed ??= what
}

function leaveOut(suite: Task, which: (name: string) => boolean): void {
  for (const test of testsIn(suite)) if (test.mode === 'run' && which(nameOf(test))) test.mode = 'skip'
}

function testsIn(suite: Task): Task[] {
  return (suite.tasks ?? []).flatMap((task) => (task.type === 'test' ? [task] : testsIn(task)))
}

function holdsFailure(task: Task): boolean {
  return task.result?.state === 'fail' || (task.tasks ?? []).some(holdsFailure)
}

function nameOf(test: Task): string {
  return test.suite === undefined || test.suite.name === '' ? test.name : `${nameOf(test.suite)} > ${test.name}`
}

function report(line: Report): void {
  appendFileSync(reportTo, `${JSON.stringify(line)}\n`)
}
