import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const program = new URL('server.ts', import.meta.url)
/** A full drain waits for all work in progress, which takes too long for a developer. */
const DRAIN_MS = 1_000

export type RestartingServer = {
  /** Waits until it answers, even during a restart. False if it ended by itself and waits for a change. */
  answers(): Promise<boolean>
  /** Restarts it with the current files. */
  restart(because: string): void
  stop(): Promise<void>
}

/**
 * Runs the server in its own process. A server that ends by itself, because of an error in its code, stays down until the
 * next restart.
 */
export function runServer(env: NodeJS.ProcessEnv, nodeOptions: readonly string[]): RestartingServer {
  let child: ChildProcess
  let startedAt = 0
  let isEnding = false
  let isStopped = false
  let answering = launch()

  function launch(): Promise<boolean> {
    startedAt = performance.now()
    // Its own process group, so that Ctrl-C reaches only this process, which then stops the child.
    child = fork(program, { env, execArgv: [...nodeOptions], detached: true })
    child.once('exit', (code, signal) => {
      if (!isEnding) say(`The server ended (${signal ?? code}). It starts again when one of its files is saved.`)
    })
    return whetherItAnswers(child)
  }

  async function launchAgain(): Promise<boolean> {
    const hurry = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS)
    await end(child)
    clearTimeout(hurry)
    if (isStopped) return false
    isEnding = false
    const answers = await launch()
    if (answers) say(`The server answers again: it started in ${Math.round(performance.now() - startedAt)} ms.`)
    return answers
  }

  return {
    async answers() {
      let current, result
      do {
        current = answering
        result = await current
      } while (current !== answering)
      return result && !hasEnded(child)
    },
    restart(because) {
      if (isEnding) return // the pending restart includes this change
      isEnding = true
      say(`The server restarts: ${because} was saved.`)
      answering = launchAgain()
    },
    async stop() {
      isEnding = true
      isStopped = true
      await end(child)
    },
  }
}

async function whetherItAnswers(child: ChildProcess): Promise<boolean> {
  return Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)])
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
