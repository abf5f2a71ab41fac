import { readFile } from 'node:fs/promises'

/** Growth beyond this is a leak. */
const MOST_GROWTH = 1.25
const SAMPLE_EVERY_MS = 2_000

export type MemoryWatch = { stop(): Promise<{ early: number; late: number; most: number; flat: boolean }> }

/** Samples the memory of a process, in MB. Ignores the first quarter as warm-up. */
export function watchMemory(pid: number): MemoryWatch {
  const samples: number[] = []
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
    if (kilobytes !== undefined) samples.push(Math.round(Number(kilobytes) / 1024))
  }, SAMPLE_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      const warm = samples.slice(Math.floor(samples.length / 4))
      const third = Math.max(1, Math.floor(warm.length / 3))
      const [early, late] = [median(warm.slice(0, third)), median(warm.slice(-third))]
      return { early, late, most: Math.max(...samples), flat: late <= early * MOST_GROWTH }
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
