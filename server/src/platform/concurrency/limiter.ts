/** Lets at most `atOnce` pieces of work run at a time; the others wait in order, or leave when their signal aborts. */
export function inTurn(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []

  function place(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < atOnce) {
      running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal.reason as Error)
      }
      waiting.push(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return async function turn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await place(signal)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
