import { createHmac } from 'node:crypto'
import { EARCON, type AddressedPrompt, type Prompt, type ScriptStep } from '@reveille/core/calls/call-script'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { isOfEither } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'

/** The carrier waits for instructions while somebody hears silence, so its own voice is better than a longer wait. */
const LOOK_LIMIT_MS = 1_000

/**
 * Gives clips the URLs that the carrier fetches: one file for consecutive prompts. A prompt is all clips or none: if
 * one is missing or storage doesn't answer, the carrier speaks the whole prompt in its own voice.
 */
export async function addressClips(
  services: Services,
  steps: readonly ScriptStep[],
): Promise<ScriptStep<AddressedPrompt>[]> {
  const prompts = steps.flatMap((step) => (step.do === 'speak' ? [step] : step.do === 'ask' ? step.speak : []))
  const stored = await storedAmong(services, new Set(prompts.flatMap(({ clips }) => clips)))
  const address = fileAddress(services)
  const addressed = (said: readonly Prompt[]) => runsOf(said, stored).map((run) => addressedRun(run, address))
  return steps.flatMap((step): ScriptStep<AddressedPrompt>[] => {
    if (step.do === 'speak') return addressed([step]).map((prompt) => ({ do: 'speak', ...prompt }))
    return [step.do === 'ask' ? { ...step, speak: addressed(step.speak) } : step]
  })
}

/** Consecutive prompts, all with clips or all without. */
type Run = { prompts: Prompt[]; areClips: boolean }

function runsOf(prompts: readonly Prompt[], stored: ReadonlySet<string>): Run[] {
  const runs: Run[] = []
  for (const prompt of prompts.filter(isSaid)) {
    const areClips = prompt.clips.length > 0 && prompt.clips.every((clip) => stored.has(clip))
    const last = runs.at(-1)
    if (areClips && last?.areClips) last.prompts.push(prompt)
    else runs.push({ prompts: [prompt], areClips })
  }
  return runs
}

/** A part of a message may have no words. */
const isSaid = ({ text, clips }: Prompt) => text !== '' || clips.length > 0

function addressedRun({ prompts, areClips }: Run, address: ReturnType<typeof fileAddress>): AddressedPrompt {
  const text = prompts.map((prompt) => prompt.text).join(' ')
  return { text, audioPath: areClips ? address(prompts.map(({ clips }) => clips)) : null }
}

/** What can't be looked up within the limit counts as missing. */
async function storedAmong({ storage, log }: Services, clips: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${LOOK_LIMIT_MS} ms`)), LOOK_LIMIT_MS)
  const stored = new Set<string>()
  const complain = (error: unknown) => log.warn({ error }, 'file storage unavailable; carrier speaks')
  const look = async (clip: string) => {
    if (clip === EARCON_CLIP || (await storage.exists(clip))) stored.add(clip)
  }
  try {
    const looks = await Promise.race([Promise.allSettled([...clips].map(look)), tooLong])
    const failed = looks.find((one) => one.status === 'rejected')
    if (failed) complain(failed.reason)
  } catch (error) {
    complain(error)
  } finally {
    clearTimeout(timer)
  }
  return stored
}

/** Clips contain names and goals, so their URLs are signed and expire soon after the call. */
const VALID_MS = 60 * 60_000

/** Not stored: each process makes these notes, identical for everybody. */
export const EARCON_CLIP = EARCON.clips[0]!

/** URLs omit the folder and the ending. */
const [FOLDER, ENDING] = ['speech/', '.wav']
const [BETWEEN_PARTS, BETWEEN_CLIPS] = ['~', ',']

type Signing = {
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'sessionSecret' | 'sessionSecretPrevious'>
}

/** A file's signed URL, for the carrier: clips of one or several prompts, joined when fetched. */
export function fileAddress({ config, clock }: Signing): (parts: readonly (readonly string[])[]) => string {
  // Rounded to the hour, so that a clip keeps its URL and the carrier can cache it.
  const until = Math.ceil((clock.now() + VALID_MS) / VALID_MS) * VALID_MS
  return (parts) => {
    const file = parts.map((clips) => clips.map(nameOf).join(BETWEEN_CLIPS)).join(BETWEEN_PARTS)
    return `/callbacks/clip/${until}/${sign(config.sessionSecret, until, file)}/${file}`
  }
}

/** The clips of a file's URL, by part; null if we didn't sign it or it has expired. */
export function clipsOfAddress(
  { config, clock }: Signing,
  { until, signature, file }: { until: number; signature: string; file: string },
): string[][] | null {
  const isOurs = until > clock.now() && isOfEither(config, signature, (secret) => sign(secret, until, file))
  return isOurs ? file.split(BETWEEN_PARTS).map((clips) => clips.split(BETWEEN_CLIPS).map(keyOf)) : null
}

const nameOf = (key: string) => (key === EARCON_CLIP ? key : key.slice(FOLDER.length, -ENDING.length))
const keyOf = (name: string) => (name === EARCON_CLIP ? name : `${FOLDER}${name}${ENDING}`)

function sign(secret: string, until: number, file: string): string {
  return createHmac('sha256', secret).update(`clip ${until} ${file}`).digest('base64url')
}
