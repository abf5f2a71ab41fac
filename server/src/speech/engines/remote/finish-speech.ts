import { finishInWorker } from '../../audio/finish-in-worker.ts'
import { fromPcm16, readPcmWav, type Sound } from '../../audio/wav.ts'
import type { SpeechRequest, SpeechResult } from '../speech-engine.ts'

/** No sentence is shorter: a server that answers with less has no such voice. */
const SHORTEST_S = 0.3
/** "Up." may be. */
const SHORTEST_TEXT = 10

/**
 * Makes a clip of what a server sent. A body that isn't speech is unsound, and one without any sound a refusal of the
 * voice: some servers begin an answer before they look for it.
 */
export async function finishSpeech(
  bytes: Buffer,
  { text, form, signal }: SpeechRequest,
  read: (bytes: Buffer) => Sound = readPcmWav,
): Promise<SpeechResult> {
  const noVoice = { outcome: 'refused', reason: 'invalid', refusal: NO_SOUND, onlyThisVoice: true } as const
  if (bytes.length === 0) return noVoice
  try {
    const sound = read(bytes)
    if (text.length >= SHORTEST_TEXT && sound.samples.length < SHORTEST_S * sound.rate) return noVoice
    return { outcome: 'spoken', audio: await finishInWorker(sound, text, form, signal) }
  } catch (error) {
    signal.throwIfAborted()
    return { outcome: 'unsound', reason: error instanceof Error ? error.message : 'unknown' }
  }
}

const NO_SOUND = { status: 200, code: null, hint: 'no sound: it may not have this voice' }

/** Bare samples; some servers send a WAV file all the same. Throws on a compressed file, which would be noise. */
export function readSamples(bytes: Buffer, rate: number): Sound {
  const begin = bytes.toString('latin1', 0, 4)
  if (begin === 'RIFF') return readPcmWav(bytes)
  if (/^(ID3|OggS|fLaC)/.test(begin) || isMp3Frame(bytes)) throw new Error('compressed sound instead of samples')
  return { samples: fromPcm16(bytes), rate }
}

/** An mp3 may begin without a tag. Speech begins near silence, and never with these two bytes but by rare chance. */
const isMp3Frame = ([first, second = 0]: Buffer): boolean => first === 0xff && (second & 0xe6) === 0xe2
