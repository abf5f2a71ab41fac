import type { Speech, SpeechRequest } from '../../../src/speech/engines/speech-engine.ts'
import type { TestApp } from '../app/start-test-app.ts'
import { quickVoice } from './quick-voice.ts'

/** Gives the app a speech engine that waits when told to, and records its requests. */
export function patientVoice(app: TestApp) {
  const asked: SpeechRequest[] = []
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const speech: Speech = {
    ...quickVoice,
    fingerprint: () => app.url, // for separate clips: tests share the common ones
    synthesize: async (request) => {
      request.signal.throwIfAborted()
      asked.push(request)
      await Promise.race([gate.promise, aborted(request.signal)])
      return quickVoice.synthesize(request)
    },
  }
  app.services.speech = [speech]
  return {
    asked,
    /** Whose calls' first words were requested. */
    names: () => asked.flatMap(({ text }) => /^Reveille wake-up call for (.+)\.$/.exec(text)?.[1] ?? []),
    hold: () => void (gate = Promise.withResolvers()),
    release: () => gate.resolve(),
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
