import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const program = new URL('server.ts', import.meta.url)
/** A drain waits for all work under way, speech too; a developer does not. */
const DRAIN_MS = 1_000

export type RestartingServer = {
  /** Resolves as soon as it answers, after a restart too; false when it ended by itself and waits for a change. */
  answers(): Promise<boolean>
  /** Stops it in order and starts it with the current files. */
  restart(because: string): void
  stop(): Promise<void>
}

/**
 * Runs the server in a process of its own. One that ends by itself, because of an error in its code, waits for the next
 * restart.
 */
export function runServer(env: NodeJS.ProcessEnv, nodeOptions: readonly string[]): RestartingServer {
  let child: ChildProcess
  let startedAt = 0
  let isEnding = false
  let isStopped = false
  let answering = launch()

  function launch(): Promise<boolean> {
    startedAt = performance.now()
    // Its own process group: Ctrl-C reaches our parent process alone, which then ends this one.
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
      let asked, result
      do {
        asked = answering
        result = await asked
      } while (asked !== answering)
      return result && !hasEnded(child)
    },
    restart(because) {
      if (isEnding) return // the restart to come includes this change
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
