import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import * as z from 'zod'
import { StartRefusedError } from '../../platform/process/start-and-stop.ts'
import type { ClipForm, Speech } from './speech-engine.ts'

/** The manifest of a folder of clips. */
export const VoicePack = z.object({
  format: z.literal(1),
  /** What may be done with these clips, in the words of the person who rendered them. */
  licence: z.string().min(1),
  /** Whose sound it is. An installation with this engine and these voices reuses the clips as its own. */
  engine: z.string(),
  engineVersion: z.string(),
  voices: z.partialRecord(z.enum(VOICE_IDS), z.object({ name: z.nullable(z.string()), fingerprint: z.string() })),
  /** SHA-256 of each file, by its name. */
  clips: z.record(z.string(), z.string()),
})
export type VoicePack = z.infer<typeof VoicePack>

export const MANIFEST = 'voice-pack.json'

/** The file of a clip, by what it says. */
export function packedFile({ voiceId, form, text }: { voiceId: VoiceId; form: ClipForm; text: string }): string {
  const said = createHash('sha256')
    .update(JSON.stringify([voiceId, form, text]))
    .digest('hex')
  return `${said.slice(0, 32)}.${form === 'phone' ? 'wav' : 'mp3'}`
}

export const checksum = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

/** Clips rendered by another installation: the shared sentences of calls, without names. */
export function packedSpeech(folder: string): Speech {
  const pack = readPack(folder)
  return {
    engine: pack.engine,
    engineVersion: pack.engineVersion,
    fingerprint: (voiceId) => pack.voices[voiceId]?.fingerprint ?? '',
    maxChars: Number.MAX_SAFE_INTEGER,
    isFree: true,
    async synthesize(request) {
      const name = packedFile(request)
      const known = pack.clips[name]
      if (known === undefined) return { outcome: 'no-words' }
      const audio = await readFile(join(folder, name))
      if (checksum(audio) !== known) return { outcome: 'unsound', reason: `${name} of the voice pack is another file` }
      return { outcome: 'spoken', audio }
    },
  }
}

function readPack(folder: string): VoicePack {
  try {
    return VoicePack.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch {
    throw new StartRefusedError(
      `VOICE_PACK must be a folder that npm run voices:render has made: ${folder} has no sound ${MANIFEST}.`,
    )
  }
}
