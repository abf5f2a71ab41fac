import { once } from 'node:events'
import type { Instant } from '../state/journal.ts'
import type { Ari } from '../telephone/ari.ts'
import { decodeWav, FRAME_BYTES, FRAME_MS } from '../wav.ts'
import { keyWithin, newKeypad, quietly, type Line } from './line.ts'

/** Asterisk holds at most 20 s of sound. Less is sent ahead, so that nothing overflows. */
const AHEAD_MS = 6_000
const PIECE_MS = 1_000
const BYTES_A_MS = FRAME_BYTES / FRAME_MS
const OPENED_WITHIN_MS = 3_000
const [CLOSED_LOOKS, CLOSED_LOOK_MS] = [20, 250]

type TelephoneLineOptions = {
  ari: Ari
  /** The telephone's channel in Asterisk. */
  channelId: string
  app: string
  now: () => Instant
  /** An earlier run of this program began to record it. */
  isRecorded: boolean
  /** The audio connection broke during the call. */
  onCut: () => void
}

/**
 * A line that ends in a real telephone. Asterisk dials it and mixes it with our audio channel. Everything in Asterisk
 * is named after the call, so that a restart finds it.
 */
export class TelephoneLine implements Line {
  readonly kind = 'telephone'
  readonly keypad = newKeypad()
  readonly channelId: string
  readonly now: () => Instant
  readonly #ari: Ari
  readonly #options: TelephoneLineOptions
  readonly #soundId: string
  readonly #bridgeId: string
  readonly #recordingName: string
  #sound: WebSocket | null = null
  #isRecorded: boolean
  #isOver = false
  /** When Asterisk will have played what we sent, by our monotonic clock. */
  #playsUntil = 0

  constructor(options: TelephoneLineOptions) {
    const { channelId, app } = options
    this.#options = options
    this.#ari = options.ari
    this.channelId = channelId
    this.now = options.now
    this.#isRecorded = options.isRecorded
    // Asterisk refuses an id that another one begins with, so these have prefixes instead of suffixes.
    this.#soundId = `sound-${channelId}`
    this.#bridgeId = `bridge-${channelId}`
    this.#recordingName = `${app}-${channelId}`
  }

  /**
   * Opens the audio connection into the call. Done before the phone rings, so that the first word isn't late. `again`:
   * an earlier run of this program, or a broken connection, may have left one.
   */
  async prepare(again?: 'again'): Promise<void> {
    if (again)
      for (const path of [`/channels/${this.#soundId}`, `/bridges/${this.#bridgeId}`])
        await this.#ari.ask('DELETE', path)
    const made = await this.#must('/channels/externalMedia', {
      app: this.#options.app,
      channelId: this.#soundId,
      external_host: 'INCOMING',
      transport: 'websocket',
      encapsulation: 'none',
      connection_type: 'server',
      format: 'ulaw',
    })
    const { channelvars } = made as { channelvars?: Record<string, string> }
    const opening = this.#ari.openSound(channelvars?.['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? '')
    await once(opening, 'open', { signal: AbortSignal.timeout(OPENED_WITHIN_MS) })
    opening.addEventListener('error', () => opening.close())
    opening.addEventListener('close', () => {
      if (!this.#isOver && this.#sound === opening) this.#options.onCut()
    })
    this.#sound = opening
    await this.#must('/bridges', { type: 'mixing', bridgeId: this.#bridgeId })
    await this.#must(`/bridges/${this.#bridgeId}/addChannel`, { channel: this.#soundId })
    if (this.#isOver) this.close()
  }

  /** Joins the answered telephone to our audio channel. What was recorded before a break is kept. */
  async join(record: boolean): Promise<void> {
    if (record) {
      this.#isRecorded = true
      const recording = { name: this.#recordingName, format: 'wav', ifExists: 'append' }
      await this.#must(`/bridges/${this.#bridgeId}/record`, recording)
    }
    await this.#must(`/bridges/${this.#bridgeId}/addChannel`, { channel: this.channelId })
  }

  /** Whether the audio connection is broken. */
  isCut(): boolean {
    return this.#sound === null || this.#sound.readyState !== WebSocket.OPEN
  }

  async play(mulaw: Uint8Array | null, stop: AbortSignal): Promise<void> {
    const sound = this.#sound
    if (mulaw === null) return
    // A broken connection loses the sound, and its time passes.
    if (sound === null || this.isCut()) return quietly(PIECE_MS, stop)
    sound.send('START_MEDIA_BUFFERING')
    for (let at = 0; at < mulaw.length && !stop.aborted; at += PIECE_MS * BYTES_A_MS) {
      const piece = Uint8Array.from(mulaw.subarray(at, at + PIECE_MS * BYTES_A_MS))
      sound.send(piece)
      this.#playsUntil = Math.max(this.#playsUntil, performance.now()) + piece.length / BYTES_A_MS
      const ahead = this.#playsUntil - performance.now() - AHEAD_MS
      if (ahead > 0) await quietly(ahead, stop)
    }
    sound.send('STOP_MEDIA_BUFFERING')
    if (!stop.aborted) await quietly(Math.max(0, this.#playsUntil - performance.now()), stop)
    if (!stop.aborted) return
    sound.send('FLUSH_MEDIA')
    this.#playsUntil = 0
  }

  /** The customer sends every word as sound, because a telephone line has no voice. */
  say(): Promise<void> {
    return Promise.resolve()
  }

  pause(seconds: number, stop: AbortSignal): Promise<void> {
    return quietly(seconds * 1_000, stop)
  }

  nextKey(timeoutSeconds: number, stop: AbortSignal): Promise<string | null> {
    return keyWithin(this.keypad, timeoutSeconds * 1_000, stop)
  }

  beginTalk(): void {}
  endTalk(): void {}

  close(): void {
    this.#isOver = true
    this.#sound?.close()
    // The channel's absolute time limit ends what can't be ended now.
    for (const path of [`/channels/${this.channelId}`, `/channels/${this.#soundId}`, `/bridges/${this.#bridgeId}`])
      void this.#ari.ask('DELETE', path).catch(() => {})
  }

  async recording(): Promise<Uint8Array | null | 'later'> {
    return this.#isRecorded ? takeRecording(this.#ari, this.#recordingName) : null
  }

  async #must(path: string, fields: Record<string, string>): Promise<unknown> {
    const { status, body } = await this.#ari.order(path, fields)
    if (status >= 300) throw new Error(`Asterisk refuses ${path.replace(this.channelId, '')}: HTTP ${status}`)
    return body
  }
}

/** Moves a recording out of Asterisk, whose bridge closes the file a moment after its end. */
export async function takeRecording(ari: Ari, name: string): Promise<Uint8Array | null | 'later'> {
  const path = `/recordings/stored/${name}`
  let isAnswering = false
  for (let look = 0; look < CLOSED_LOOKS && !ari.isClosed; look++) {
    try {
      const { status } = await ari.ask('GET', path)
      isAnswering = true
      if (status === 200) {
        const file = await ari.file(`${path}/file`)
        await ari.ask('DELETE', path)
        const decoded = file === null ? null : decodeWav(file)
        return decoded?.outcome === 'decoded' ? decoded.mulaw : null
      }
    } catch {
      isAnswering = false
    }
    await quietly(CLOSED_LOOK_MS, new AbortController().signal)
  }
  return isAnswering ? null : 'later'
}
