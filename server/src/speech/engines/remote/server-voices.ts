import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import type { Config } from '../../../platform/config/config.ts'
import type { SpeechPreset } from '../../../platform/config/settings.ts'
import { VOICE_SETTINGS } from '../voice-settings.ts'
import { fieldsOf, jsonOrNull, readAtMost } from './speech-request.ts'

/** Where OpenAI-compatible servers list their voices, after `/v1`. OpenAI's own doesn't. */
const LISTS = ['/audio/voices', '/voices'] as const
const ASK_LIMIT_MS = 5_000
const MAX_BYTES = 1_000_000

/** Servers refuse speeds outside this range. */
const [SLOWEST, FASTEST] = [0.5, 2]

/** How to request one character, with only the fields that the server supports. */
export type ServerVoice = { voice: string; speed?: number; instructions?: string }

type ServerVoices = {
  /** 'undecided' until the server has been asked; null if it has no voice known to fit. */
  of(voiceId: VoiceId): ServerVoice | null | 'undecided'
  /** Asks the server once unless the settings decide. Throws if it can't be reached. */
  decide(): Promise<void>
  /** The names that it lists; null if it lists none. Throws if it can't be reached. */
  list(): Promise<readonly string[] | null>
}

type Options = Pick<NonNullable<Config['speech']['openai']>, 'url' | 'apiKey' | 'preset' | 'voices'>

/**
 * Maps characters to a server's voices, by the settings or else by what the server lists: the preset whose voices it
 * has, never a guess. `voices` override the preset's.
 */
export function serverVoices({ url, apiKey, preset, voices }: Options): ServerVoices {
  const areAllNamed = VOICE_IDS.every((id) => voices[id] !== undefined)
  let kind: SpeechPreset | 'other' | null = preset ?? (areAllNamed ? 'other' : null)
  let asking: Promise<void> | null = null

  const list = () => listVoices(url, apiKey)
  async function ask(): Promise<void> {
    kind = presetAmong((await list()) ?? []) ?? 'other'
  }
  return {
    list,
    async decide() {
      if (kind !== null) return
      asking ??= ask().finally(() => (asking = null))
      await asking
    },
    of(voiceId) {
      if (kind === null) return 'undecided'
      const chosen = voices[voiceId]
      const { voices: fitting, heedsSpeed, heedsInstructions } = kind === 'other' ? ANY_SERVER : SERVER_KINDS[kind]
      const voice = chosen?.voice ?? fitting?.[voiceId]
      if (voice === undefined) return null
      const { speed, instructions } = VOICE_SETTINGS[voiceId].openai
      return {
        voice,
        ...(heedsSpeed && { speed: Math.min(FASTEST, Math.max(SLOWEST, chosen?.speed ?? speed)) }),
        ...(heedsInstructions && { instructions }),
      }
    },
  }
}

const ANY_SERVER: Partial<ServerKind> = { heedsSpeed: true }

async function listVoices(url: string, apiKey: string | null): Promise<readonly string[] | null> {
  for (const path of LISTS) {
    const response = await fetch(`${url}${path}`, {
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      redirect: 'error', // the key is only for this server
      signal: AbortSignal.timeout(ASK_LIMIT_MS),
    })
    const body = await readAtMost(response, MAX_BYTES)
    if (response.status >= 500) throw new Error(`the speech server answered HTTP ${response.status}`) // it may be loading
    const names = response.ok ? namesIn(jsonOrNull(body.toString())) : []
    if (names.length > 0) return names
  }
  return null
}

function namesIn(body: unknown): string[] {
  const lists = Array.isArray(body) ? [body] : Object.values(fieldsOf(body)).filter(Array.isArray)
  return lists.flat().flatMap((voice: unknown) => {
    const { id, name, voice_id: voiceId, filename } = fieldsOf(voice)
    return [voice, id, name, voiceId, filename].filter((found) => typeof found === 'string')
  })
}

type ServerKind = {
  /** The server's name of the voice that fits each character. */
  voices: Readonly<Record<VoiceId, string>>
  /** Whether it supports `speed`. We don't stretch the sound of one that doesn't. */
  heedsSpeed?: true
  /** Whether it takes a description of the manner. Others may refuse an unknown field. */
  heedsInstructions?: true
}

/**
 * Which voices speak for our characters on each kind of speech server (docs/voices.md). A name means another person on
 * another kind: most of OpenAI's men are women on a Kokoro server.
 */
export const SERVER_KINDS: Readonly<Record<SpeechPreset, ServerKind>> = {
  openai: {
    voices: {
      lily: 'shimmer',
      bill: 'fable',
      liam: 'echo',
      'todd-thomas': 'ash',
      'radio-station': 'alloy',
      jocko: 'onyx',
    },
    heedsSpeed: true,
    heedsInstructions: true,
  },
  /** Kokoro-FastAPI and Speaches. */
  kokoro: {
    voices: {
      lily: 'af_heart',
      bill: 'bm_george',
      liam: 'am_liam',
      'todd-thomas': 'am_puck',
      'radio-station': 'af_nova',
      jocko: 'am_onyx',
    },
    heedsSpeed: true,
  },
  chatterbox: {
    voices: {
      lily: 'Emily.wav',
      bill: 'Thomas.wav',
      liam: 'Michael.wav',
      'todd-thomas': 'Eli.wav',
      'radio-station': 'Taylor.wav',
      jocko: 'Adrian.wav',
    },
    heedsSpeed: true,
  },
  kitten: {
    voices: {
      lily: 'expr-voice-2-f',
      bill: 'expr-voice-4-m',
      liam: 'expr-voice-3-m',
      'todd-thomas': 'expr-voice-2-m',
      'radio-station': 'expr-voice-4-f',
      jocko: 'expr-voice-5-m',
    },
    heedsSpeed: true,
  },
  /** Has three men for our four: Bill and the Sergeant share one. */
  orpheus: {
    voices: {
      lily: 'mia',
      bill: 'leo',
      liam: 'dan',
      'todd-thomas': 'zac',
      'radio-station': 'tara',
      jocko: 'leo',
    },
  },
  'pocket-tts': {
    voices: {
      lily: 'alba',
      bill: 'bill_boerst',
      liam: 'michael',
      'todd-thomas': 'paul',
      'radio-station': 'caro_davy',
      jocko: 'stuart_bell',
    },
  },
}

/** The kind of server that has all of its voices among these names; null if none does. */
function presetAmong(names: readonly string[]): SpeechPreset | null {
  const listed = new Set(names)
  const hasAll = (preset: SpeechPreset) =>
    Object.values(SERVER_KINDS[preset].voices).every((voice) => listed.has(voice))
  return (Object.keys(SERVER_KINDS) as SpeechPreset[]).find(hasAll) ?? null
}
