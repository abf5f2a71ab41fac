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

/** Kept busy; the engine's own limit is below. */
const AT_ONCE = 8
/** An engine may be busy for a while. */
const TRIES = 3
/** Which sound each character's clips of a folder have, from the first clip on. */
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
 * Has every line spoken into a folder that another installation can load, and writes its manifest last: a folder without
 * one is not finished. What is there already is kept, so that a second run goes on, and another character joins those of
 * a finished pack. Throws at a line that can't be spoken, and where the folder has clips of somebody else or by another
 * licence.
 */
export async function renderPack(engine: Speech, { voices, folder, licence, signal }: Order): Promise<VoicePack> {
  await mkdir(folder, { recursive: true })
  await claim(folder, Object.fromEntries(voices.map((voiceId) => [voiceId, soundOf(engine, voiceId)])))
  const before = await finishedPack(folder)
  if (before !== null && before.licence !== licence)
    throw new Error(`${folder} is licensed as “${before.licence}”: use the same words, or take another folder`)
  const clips: VoicePack['clips'] = { ...before?.clips }
  await limiter(AT_ONCE)(linesOf(voices), async (line) => {
    const name = packedFile(line)
    const path = join(folder, name)
    const there = await readFile(path).catch(() => null)
    const audio = there ?? (await spokenBy(engine, line, signal))
    if (there === null) {
      await writeFile(`${path}.part`, audio) // a run that is killed leaves no half clip for the next one to keep
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

/** Keeps the sound of each character in a folder: clips of another voice would be taken for this one's. */
async function claim(folder: string, sounds: Readonly<Record<string, string>>): Promise<void> {
  const path = join(folder, SOUNDS)
  const known = jsonOrNull(await readFile(path, 'utf8').catch(() => '')) as Record<string, string> | null
  const other = Object.keys(sounds).find((id) => known?.[id] !== undefined && known[id] !== sounds[id])
  if (other !== undefined)
    throw new Error(
      `${folder} has clips in which another voice or engine speaks for ${VOICES[other as VoiceId].name}: take another folder`,
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
