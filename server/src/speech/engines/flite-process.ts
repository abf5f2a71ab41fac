import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { constants, getPriority, setPriority } from 'node:os'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { ClipForm } from './speech-engine.ts'

/** Starting a process dominates the cost of a sentence, so one speaks several, each in a fresh engine. */
const MOST_CLIPS = 40

export type FliteTask = { text: string; voiceId: VoiceId; form: ClipForm; wasm: string; folder: string }

export type FliteProcess = {
  /** One at a time. Throws if the process ends or `signal` aborts, which also ends the process. */
  speak(task: FliteTask, signal: AbortSignal): Promise<Buffer>
  /** Whether it takes another task. */
  isReady(): boolean
  /** Lets it exit by itself. */
  end(): void
}

/** `niceness` is relative to ours. */
export function startFlite(program: string, niceness: number): FliteProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'], // its error output may quote the text
  })
  if (child.pid !== undefined) lowerPriority(child.pid, niceness)
  const answers = framesOf()
  let failure: string | null = null
  let clips = 0
  const over = new Promise<void>((resolve) => {
    const end = (why: string) => {
      failure ??= why
      answers.fail(new Error(`the embedded voice ended with ${failure}`))
      resolve()
    }
    child.once('error', (error) => end(error.message))
    child.once('close', (code, killedBy) => end(killedBy ?? `code ${code}`))
  })
  child.stdin.on('error', () => undefined) // it died before it read its task, which 'close' reports
  child.stdout.on('data', (bytes: Buffer) => answers.add(bytes))
  /** Unreferenced while idle, so that a waiting process doesn't keep ours alive. */
  const handles = [child, child.stdin as Socket, child.stdout as Socket]

  return {
    isReady: () => failure === null && clips < MOST_CLIPS,
    end: () => child.stdin.end(),
    async speak(task, signal) {
      signal.throwIfAborted()
      clips++
      for (const handle of handles) handle.ref()
      const kill = () => child.kill('SIGKILL')
      signal.addEventListener('abort', kill, { once: true })
      try {
        const answer = answers.next()
        child.stdin.write(`${JSON.stringify(task)}\n`)
        return await answer
      } catch (error) {
        kill()
        await over // nothing of it is left when this throws
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', kill)
        for (const handle of handles) handle.unref()
      }
    },
  }
}

/** Ignores a process that has ended or a system that doesn't allow it: it then runs at normal priority. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW))
  } catch {
    // it ended, or this system doesn't allow it
  }
}

/** Each answer follows its length in four bytes. */
function framesOf() {
  let bytes = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<Buffer> | null = null
  let failed: Error | null = null

  function deliver(): void {
    if (waiting === null) return
    if (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE(0)) {
      const end = 4 + bytes.readUInt32LE(0)
      waiting.resolve(bytes.subarray(4, end))
      bytes = Buffer.from(bytes.subarray(end))
      waiting = null
    } else if (failed !== null) {
      waiting.reject(failed)
      waiting = null
    }
  }

  return {
    add(more: Buffer): void {
      bytes = Buffer.concat([bytes, more])
      deliver()
    },
    fail(error: Error): void {
      failed = error
      deliver()
    },
    next(): Promise<Buffer> {
      waiting = Promise.withResolvers<Buffer>()
      const { promise } = waiting
      deliver()
      return promise
    },
  }
}
