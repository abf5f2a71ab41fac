import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import type { Play, Report } from './in-worker.ts'

/** Plays test files of a tree again and again in one process, which loads the code once. */
export type Player = {
  /** One after the other; tells of each that ends. A play that kills the process, or hangs, ends as failed. */
  play(plays: readonly Play[], tell?: (play: number, ended: Ended) => void): Promise<Ended[]>
  [Symbol.asyncDispose](): Promise<void>
}

export type Ended = Omit<Extract<Report, { what: 'ended' }>, 'what' | 'play'>

/** Beyond what its tests may take: loading and tidying up. */
const HANGS_AFTER_MS = 60_000

/** `globalSetup` starts what the tests stand on. */
export async function startPlayer(folder: string, globalSetup: readonly string[]): Promise<Player> {
  const reportTo = path.join(folder, 'plays.jsonl')
  const vitest = await createVitest(
    'test',
    {
      root: folder,
      config: false,
      watch: false,
      include: ['**/*.test.ts'],
      globalSetup: [...globalSetup],
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
        const told = (play: number, end: Ended) => tell(before + play, end)
        ended.push(...(await playInOneProcess(vitest, { folder, plays: rest, reportTo, told })))
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
  told: (play: number, ended: Ended) => void
}

/** Until the process ends, which is before its time if a play kills it. */
async function playInOneProcess(vitest: Vitest, { folder, plays, reportTo, told }: Batch): Promise<Ended[]> {
  await writeFile(reportTo, '')
  vitest.provide('plan', { plays, reportTo })
  vitest.state.filesMap.clear()
  const specifications = plays.map(({ file }) => vitest.getRootProject().createSpecification(path.join(folder, file)))
  let [silentSince, length] = [Date.now(), 0]
  const watch = setInterval(async () => {
    const reports = await reportsIn(reportTo)
    for (const one of reports.slice(length)) if (one.what === 'ended') told(one.play, one)
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
  if (begun.length === 0) throw new Error(`${plays[0]!.file} cannot be played: ${whyNot(vitest)}`)
  const why = whyNot(vitest)
  return begun.map(({ play }) => {
    const end = reports.find((one) => one.what === 'ended' && one.play === play)
    const ended = end?.what === 'ended' ? end : { failed: why, tests: [], atImport: [], between: [] }
    told(play, ended)
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
