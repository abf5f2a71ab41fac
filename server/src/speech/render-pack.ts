import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { everySharedSentence } from '@reveille/core/message/every-shared-sentence'
import { VOICES, type VoiceId } from '@reveille/core/speech/voices'
import { limiter } from '../platform/concurrency/limiter.ts'
import { soundOf } from './clips/clip-folder.ts'
import { jsonOrNull } from './engines/remote/speech-request.ts'
import type { Speech, SpeechRequest } from './engines/speech-engine.ts'
import { checksum, MANIFEST, packedFile, VoicePack } from './engines/voice-pack.ts'
import { introduction } from './voice-previews.ts'

/** Keeps engines busy; the engine's own limit is lower. */
const AT_ONCE = 8
/** An engine may be busy for a while. */
const TRIES = 3
/** Records each character's sound in a folder, from the first clip on. */
const SOUNDS = 'sounds.json'

type Line = Pick<SpeechRequest, 'voiceId' | 'form' | 'text'>

/** Everything that these voices say to anybody, previews included. */
export function linesOf(voices: readonly VoiceId[]): Line[] {
  return voices.flatMap((voiceId) => {
    const shared = everySharedSentence(voiceId).map((text) => ({ voiceId, text, form: 'phone' as const }))
    return [introduction(voiceId), ...shared]
  })
}

type Order = { voices: readonly VoiceId[]; folder: string; licence: string; signal: AbortSignal }

/**
 * Renders every line into a folder that another installation can load, and writes its manifest last: a folder without
 * one is unfinished. Keeps existing clips, so a second run continues, and another character can join a finished pack.
 * Throws if a line can't be spoken, or if the folder has clips of another sound or license.
 */
export async function renderPack(engine: Speech, { voices, folder, licence, signal }: Order): Promise<VoicePack> {
  await mkdir(folder, { recursive: true })
  await claim(folder, Object.fromEntries(voices.map((voiceId) => [voiceId, soundOf(engine, voiceId)])))
  const before = await finishedPack(folder)
  if (before !== null && before.licence !== licence)
    throw new Error(`${folder} is licensed as “${before.licence}”: use the same words or another folder`)
  const clips: VoicePack['clips'] = { ...before?.clips }
  await limiter(AT_ONCE)(linesOf(voices), async (line) => {
    const name = packedFile(line)
    const path = join(folder, name)
    const there = await readFile(path).catch(() => null)
    const audio = there ?? (await spokenBy(engine, line, signal))
    if (there === null) {
      await writeFile(`${path}.part`, audio) // so a killed run leaves no half clip
      await rename(`${path}.part`, path)
    }
    clips[name] = checksum(audio)
  })
  const sounds = voices.map((id) => [
    id,
    { name: engine.voices?.nameOf(id) ?? null, fingerprint: engine.fingerprint(id) },
  ])
  const pack: VoicePack = {
    format: 1,
    licence,
    engine: engine.engine,
    engineVersion: engine.engineVersion,
    voices: { ...before?.voices, ...(Object.fromEntries(sounds) as VoicePack['voices']) },
    clips,
  }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(pack, null, 1)}\n`)
  return pack
}

async function finishedPack(folder: string): Promise<VoicePack | null> {
  const manifest = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '')
  return VoicePack.safeParse(jsonOrNull(manifest)).data ?? null
}

/** Records each character's sound in a folder, so that clips of another voice aren't mistaken for it. */
async function claim(folder: string, sounds: Readonly<Record<string, string>>): Promise<void> {
  const path = join(folder, SOUNDS)
  const known = jsonOrNull(await readFile(path, 'utf8').catch(() => '')) as Record<string, string> | null
  const other = Object.keys(sounds).find((id) => known?.[id] !== undefined && known[id] !== sounds[id])
  if (other !== undefined)
    throw new Error(
      `${folder} has clips in which another voice or engine speaks for ${VOICES[other as VoiceId].name}: use another folder`,
    )
  await writeFile(path, `${JSON.stringify({ ...known, ...sounds })}\n`)
}

async function spokenBy(engine: Speech, line: Line, signal: AbortSignal): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const result = await engine.synthesize({ ...line, signal })
    if (result.outcome === 'spoken') return result.audio
    if (tries < TRIES && (result.outcome === 'busy' || result.outcome === 'unsound')) continue
    const why = 'reason' in result ? `${result.outcome}: ${result.reason}` : result.outcome
    throw new Error(`${VOICES[line.voiceId].name} could not say “${line.text}” (${why})`)
  }
}
