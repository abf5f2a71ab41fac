import type { ChildProcess } from 'node:child_process'

export type ProcessOutput = {
  /** The program's output so far. */
  output(): string
  /** Resolves with the first matching line, past or future. Rejects when the program ends without one. */
  waitForLine(words: RegExp, withinMs?: number): Promise<string>
}

/** Collects a program's output. Call it before the program can print anything. */
export function listenTo(child: ChildProcess): ProcessOutput {
  const news = new EventTarget()
  let text = ''
  let ended: string | null = null
  const add = (chunk: string): void => {
    text += chunk
    news.dispatchEvent(new Event('change'))
  }
  child.stdout?.setEncoding('utf8').on('data', add)
  child.stderr?.setEncoding('utf8').on('data', add)
  child.on('error', (error) => add(`${error.message}\n`))
  child.on('close', (code, signal) => {
    ended = `the program ended (${signal ?? code})`
    news.dispatchEvent(new Event('change'))
  })

  async function waitForLine(words: RegExp, withinMs = 10_000): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const fail = (why: string): void =>
      reject(new Error(`${why} before it printed ${String(words)}. It printed:\n${text}`))
    const look = (): void => {
      const line = completeLines(text).find((candidate) => words.test(candidate))
      if (line !== undefined) resolve(line)
      else if (ended !== null) fail(ended)
    }
    const limit = setTimeout(() => fail(`${withinMs} ms passed`), withinMs)
    news.addEventListener('change', look)
    look()
    return promise.finally(() => {
      clearTimeout(limit)
      news.removeEventListener('change', look)
    })
  }
  return { output: () => text, waitForLine }
}

function completeLines(text: string): string[] {
  return text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
}
