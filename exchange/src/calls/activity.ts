export type Activity = ReturnType<typeof newActivity>

/** Counts a call's pending work, so that a command can wait until its consequences are settled. */
export function newActivity() {
  let running = 0
  let waiting: (() => void)[] = []
  const leave = () => {
    running -= 1
    if (running > 0) return
    const resolved = waiting
    waiting = []
    for (const resolve of resolved) resolve()
  }
  return {
    enter: () => void (running += 1),
    leave,
    /** Counts `work` until it settles. The caller handles its failure. */
    track<T>(work: Promise<T>): Promise<T> {
      running += 1
      return work.finally(leave)
    },
    /** Resolves once no work is pending: the call waits for a person or is over. */
    settled: (): Promise<void> => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
