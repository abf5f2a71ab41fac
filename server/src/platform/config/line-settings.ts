import { isPrivateHost } from '../limits/subnet.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import type { Settings } from './settings.ts'

/** The operator's own telephone line, connected by Asterisk. It replaces the carrier. */
export function lineOf(settings: Settings) {
  const { ASTERISK_URL, LINE_NUMBER, ASTERISK_DIAL, ASTERISK_PHONES } = settings
  if (ASTERISK_URL === undefined) {
    const stray = (['ASTERISK_USER', 'ASTERISK_DIAL', 'ASTERISK_PHONES', 'LINE_NUMBER'] as const).find(
      (name) => settings[name] !== undefined,
    )
    if (stray !== undefined)
      throw new StartRefusedError(`${stray} needs ASTERISK_URL, such as http://127.0.0.1:8088/ari.`)
    return null
  }
  const asterisk = asteriskOf(settings, new URL(ASTERISK_URL))
  if (LINE_NUMBER === undefined)
    throw new StartRefusedError('ASTERISK_URL also needs LINE_NUMBER: the number that calls come from.')
  if (ASTERISK_DIAL === undefined && ASTERISK_PHONES === undefined)
    throw new StartRefusedError(
      'ASTERISK_URL also needs ASTERISK_DIAL (how to dial out) or ASTERISK_PHONES (phones in the house).',
    )
  refuseBeside(settings)
  const exchange = new URL(settings.EXCHANGE_URL)
  const isHere = LOOPBACK.has(exchange.hostname)
  if (!isHere || settings.ROLE !== 'all') requireForSeveral(settings)
  return {
    asterisk,
    dial: ASTERISK_DIAL ?? null,
    phones: ASTERISK_PHONES ?? {},
    lineNumber: LINE_NUMBER,
    linesAtOnce: settings.LINES_AT_ONCE,
    /** Where `npm start` starts the exchange; null: it runs on another machine. */
    exchange: isHere ? { host: exchange.hostname, port: Number(exchange.port || '80') } : null,
  }
}

/** The base URL of callbacks. A sandbox, or a line's exchange, on this machine uses the loopback interface. */
export function callbackUrlOf(settings: Settings, publicUrl: string): string {
  const { CALLBACK_URL, ASTERISK_URL, TWILIO_ACCOUNT_SID, TWILIO_API_URL, HOST, PORT } = settings
  if (CALLBACK_URL !== undefined) return CALLBACK_URL.replace(/\/+$/, '')
  const isEverywhere = HOST !== undefined && EVERY_ADDRESS.has(HOST)
  // In a container, PUBLIC_URL may lead nowhere.
  const isSandbox = TWILIO_ACCOUNT_SID === undefined && TWILIO_API_URL === undefined
  if (ASTERISK_URL === undefined && !(isSandbox && isEverywhere)) return publicUrl
  return `http://${HOST === undefined || isEverywhere ? '127.0.0.1' : HOST}:${PORT}`
}

/** Only the sandbox takes many calls at one instant. */
export const callsPerSecondOf = ({ CALLS_PER_SECOND, TWILIO_ACCOUNT_SID, ASTERISK_URL }: Settings): number =>
  CALLS_PER_SECOND ?? (TWILIO_ACCOUNT_SID === undefined && ASTERISK_URL === undefined ? 20 : 1)

/** Whether a feature is on. With a carrier it is unless turned off; a telephone line doesn't have it. */
export const may = (settings: Settings, what: 'TEXTS' | 'MACHINE_DETECTION'): boolean =>
  settings.ASTERISK_URL === undefined && settings[what] !== 'off'

const LOOPBACK = new Set(['127.0.0.1', 'localhost'])
const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Decodes a URL's user or password. A % that encodes nothing stands for itself. */
export const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })

/** The URL may hold user and password. */
function asteriskOf({ ASTERISK_USER, ASTERISK_PASSWORD }: Settings, url: URL) {
  const user = ASTERISK_USER ?? decoded(url.username)
  const password = ASTERISK_PASSWORD ?? decoded(url.password)
  if (user === '' || password === '')
    throw new StartRefusedError('ASTERISK_URL also needs ASTERISK_USER and ASTERISK_PASSWORD: a user of ari.conf.')
  url.username = ''
  url.password = ''
  return { url: url.href.replace(/\/+$/, ''), user, password }
}

/** On several machines, callbacks cross a network, and every process must know one token. */
function requireForSeveral(settings: Settings): void {
  const missing = (['EXCHANGE_TOKEN', 'CALLBACK_URL'] as const).filter((name) => settings[name] === undefined)
  if (missing.length > 0)
    throw new StartRefusedError(`A telephone line on several machines also needs ${missing.join(' and ')}.`)
  for (const name of ['EXCHANGE_URL', 'CALLBACK_URL'] as const) {
    const { protocol, hostname } = new URL(settings[name]!)
    if (protocol === 'http:' && !isPrivateHost(hostname))
      throw new StartRefusedError(`${name} must be in a private network: it carries words and keys unencrypted.`)
  }
}

/** Refuses settings that a telephone line can't fulfill, and settings of a second way to call. */
function refuseBeside(settings: Settings): void {
  const twilio = Object.entries(settings).find(([name, value]) => name.startsWith('TWILIO_') && value !== undefined)
  if (twilio !== undefined)
    throw new StartRefusedError(`ASTERISK_URL and ${twilio[0]} don't work together: unset one of them.`)
  if (settings.TEXTS === 'on')
    throw new StartRefusedError('TEXTS=on needs a carrier: with ASTERISK_URL there are no texts.')
  if (settings.MACHINE_DETECTION === 'on')
    throw new StartRefusedError('MACHINE_DETECTION=on needs a carrier: with ASTERISK_URL nobody listens for machines.')
  if (settings.SPEECH_ENGINE === 'carrier')
    throw new StartRefusedError('SPEECH_ENGINE=carrier needs a carrier: a telephone line has no voice of its own.')
}
