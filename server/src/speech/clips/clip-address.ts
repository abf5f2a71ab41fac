import { createHmac } from 'node:crypto'
import { EARCON } from '@reveille/core/calls/call-script'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { isOfEither } from '../../platform/secrets.ts'

/** A clip holds a name and goals: its address is signed and expires soon after its call. */
const VALID_MS = 60 * 60_000

/** The notes are the same for everybody, and made by each process. */
export const EARCON_CLIP = EARCON.clips[0]!

/** Clips lie in this folder; an address leaves it out, and the ending. */
const [FOLDER, ENDING] = ['speech/', '.wav']
const [BETWEEN_PARTS, BETWEEN_CLIPS] = ['~', ',']

type Signing = {
  clock: Pick<Clock, 'now'>
  config: Pick<Config, 'sessionSecret' | 'sessionSecretPrevious'>
}

/** The signed address of a file, for the carrier alone: the clips of one prompt or of several, joined when it is fetched. */
export function fileAddress({ config, clock }: Signing): (parts: readonly (readonly string[])[]) => string {
  // To the full hour, so that the same clip keeps its address and the carrier may cache it.
  const until = Math.ceil((clock.now() + VALID_MS) / VALID_MS) * VALID_MS
  return (parts) => {
    const file = parts.map((clips) => clips.map(nameOf).join(BETWEEN_CLIPS)).join(BETWEEN_PARTS)
    return `/callbacks/clip/${until}/${sign(config.sessionSecret, until, file)}/${file}`
  }
}

/** The clips of a file by its address, part by part; null when we didn't sign it or it has expired. */
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
