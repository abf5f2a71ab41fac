import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import type { Play, Report } from './in-worker.ts'

/** Runs test files of a tree repeatedly in one process, which loads the code once. */
export type Player = {
  /** Runs plays one after another and reports each end. A play that kills the process or hangs has failed. */
  play(plays: readonly Play[], tell?: (play: number, ended: Ended) => void): Promise<Ended[]>
  [Symbol.asyncDispose](): Promise<void>
}

export type Ended = Omit<Extract<Report, { what: 'ended' }>, 'what' | 'play'>

/** For loading and cleanup, beyond the time limits of the tests. */
const HANGS_AFTER_MS = 60_000

/** `globalSetup` starts what the tests need. It loads mutated statements too, in this process, which plays no mutant. */
export async function startPlayer(folder: string, globalSetup: readonly string[]): Promise<Player> {
  Object.assign(globalThis, { sqlMutant: (_name: string, condition: unknown) => condition })
  const reportTo = path.join(folder, 'plays.jsonl')
  const vitest = await createVitest(
    'test',
    {
      root: folder,
      config: false,
      watch: false,
      include: ['**/*.test.ts'],
      globalSetup: [...globalSetup],
      env: { TZ: 'Pacific/Chatham' }, // as in vitest.config.ts: a test requires it
      setupFiles: ['scripts/mutants/in-worker.ts'],
      isolate: false,
      pool: 'forks',
      maxWorkers: 1,
      maxConcurrency: 1,
      reporters: [{}],
      sequence: { sequencer: AsGiven },
      expect: { poll: { timeout: 10_000 } },
      onConsoleLog: () => false,
    },
    { logLevel: 'silent' },
  )
  return {
    async play(plays, tell = () => undefined) {
      const ended: Ended[] = []
      while (ended.length < plays.length) {
        const [rest, before] = [plays.slice(ended.length), ended.length]
        const onEnd = (play: number, end: Ended) => tell(before + play, end)
        ended.push(...(await playInOneProcess(vitest, { folder, plays: rest, reportTo, onEnd })))
      }
      return ended
    },
    [Symbol.asyncDispose]: () => vitest.close(),
  }
}

class AsGiven extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(specifications)
  }
}

type Batch = {
  folder: string
  plays: readonly Play[]
  reportTo: string
  onEnd: (play: number, ended: Ended) => void
}

/** Runs plays until the process ends, which is early if a play kills it. */
async function playInOneProcess(vitest: Vitest, { folder, plays, reportTo, onEnd }: Batch): Promise<Ended[]> {
  await writeFile(reportTo, '')
  vitest.provide('plan', { plays, reportTo })
  vitest.state.filesMap.clear()
  const specifications = plays.map(({ file }) => vitest.getRootProject().createSpecification(path.join(folder, file)))
  let [silentSince, length] = [Date.now(), 0]
  const watch = setInterval(async () => {
    const reports = await reportsIn(reportTo)
    for (const one of reports.slice(length)) if (one.what === 'ended') onEnd(one.play, one)
    if (reports.length > length) [silentSince, length] = [Date.now(), reports.length]
    const last = reports.findLast((one) => one.what === 'begun')
    if (last === undefined) return
    const { limitMs, tests } = plays[last.play]!
    if (Date.now() - silentSince > HANGS_AFTER_MS + limitMs * (tests?.length ?? 30)) process.kill(last.pid, 'SIGKILL')
  }, 2_000)
  await vitest.runTestSpecifications(specifications).catch(() => undefined)
  clearInterval(watch)
  const reports = await reportsIn(reportTo)
  const begun = reports.filter(({ what }) => what === 'begun')
  if (begun.length === 0) throw new Error(`${plays[0]!.file} cannot run: ${whyNot(vitest)}`)
  const why = whyNot(vitest)
  return begun.map(({ play }) => {
    const end = reports.find((one) => one.what === 'ended' && one.play === play)
    const ended = end?.what === 'ended' ? end : { failed: why, tests: [], atImport: [], between: [] }
    onEnd(play, ended)
    return ended
  })
}

/** Why a file could not be loaded, or its process ended. */
function whyNot(vitest: Vitest): string {
  const ofFiles = vitest.state.getFiles().flatMap(({ result }) => result?.errors ?? [])
  return [...ofFiles, ...vitest.state.getUnhandledErrors()]
    .map((error) => (error as { stack?: string }).stack ?? String(error))
    .join('\n')
}

async function reportsIn(file: string): Promise<Report[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.endsWith('}'))
  return lines.map((line) => JSON.parse(line) as Report)
}
