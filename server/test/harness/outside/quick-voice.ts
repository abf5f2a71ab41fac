import { muLawWav } from '../../../src/speech/audio/wav.ts'
import type { Speech } from '../../../src/speech/engines/speech-engine.ts'

const RATE = 8000
const SILENCE = 0xff

/** A speech engine that takes no time, for tests in which nobody listens. */
export const quickVoice: Speech = {
  engine: 'silence',
  engineVersion: '1',
  fingerprint: () => '1',
  maxChars: 10_000,
  synthesize: async () => ({ outcome: 'spoken', audio: muLawWav(Buffer.alloc(RATE / 10, SILENCE), RATE) }),
}
