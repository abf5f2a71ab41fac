import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { constants, getPriority, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
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
  const answers = createInterface({ input: child.stdout })
  let isOver = false
  let clips = 0
  const over = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, killedBy) => resolve(killedBy ?? `code ${code}`))
  })
  void over.then(() => (isOver = true))
  child.stdin.on('error', () => undefined) // it died before it read its task, which 'close' reports
  /** Unreferenced while idle, so that a waiting process doesn't keep ours alive. */
  const handles = [child, child.stdin as Socket, child.stdout as Socket]

  return {
    isReady: () => !isOver && clips < MOST_CLIPS,
    end: () => child.stdin.end(),
    async speak(task, signal) {
      signal.throwIfAborted()
      clips++
      for (const handle of handles) handle.ref()
      const kill = () => child.kill('SIGKILL')
      signal.addEventListener('abort', kill, { once: true })
      try {
        const answer = once(answers, 'line') as Promise<[string]>
        child.stdin.write(`${JSON.stringify(task)}\n`)
        const heard = await Promise.race([answer, over])
        if (typeof heard === 'string') throw new Error(`the embedded voice ended with ${heard}`)
        // readline also emits the unfinished line of a dying process, which JSON.parse rejects.
        return Buffer.from(JSON.parse(heard[0]) as string, 'base64')
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
