import type { Instant } from '../state/journal.ts'
import { FRAME_BYTES, FRAME_MS, SILENCE } from '../wav.ts'
import { keyWithin, newKeypad, quietly, type Line } from './line.ts'

/** The page that picked up, reached by a socket for 20 ms frames of mu-law and short messages. */
export type PagePhone = { sendFrame(frame: Uint8Array): void; sendNote(note: Record<string, unknown>): void }

export type BrowserLine = Line & {
  kind: 'browser'
  attach(phone: PagePhone): void
  isAttachedTo(phone: PagePhone): boolean
  /** The page finished speaking the text with this id, or the latest one. */
  spoken(id?: number): void
}

/** Mu-law at 8 kHz. */
const BYTES_A_MS = 8

/** A line that ends in the page and runs in real time. */
export function browserLine(now: () => Instant): BrowserLine {
  const keypad = newKeypad()
  let phone: PagePhone | null = null
  let saying: { id: number; finish: () => void } | null = null
  let said = 0
  return {
    kind: 'browser',
    keypad,
    now,
    attach: (page) => void (phone = page),
    isAttachedTo: (page) => phone === page,
    spoken(id) {
      // The report of an interrupted text may arrive while the page speaks the next one.
      if (id === undefined || id === saying?.id) saying?.finish()
    },
    async play(mulaw, stop, caption) {
      if (caption !== '') phone?.sendNote({ type: 'caption', text: caption, ms: (mulaw?.length ?? 0) / BYTES_A_MS })
      if (mulaw) await sendInRealTime(mulaw, (frame) => phone?.sendFrame(frame), stop)
      if (stop.aborted) phone?.sendNote({ type: 'silence' })
    },
    async say(text, stop, voice) {
      said += 1
      const id = said
      const finished = new Promise<void>((resolve) => (saying = { id, finish: resolve }))
      phone?.sendNote({ type: 'say', id, text, voice })
      await quietly(longestSpeechMs(text), stop, finished)
      saying = null
      if (stop.aborted) phone?.sendNote({ type: 'silence' })
    },
    pause: (seconds, stop) => quietly(seconds * 1_000, stop),
    nextKey: (timeoutSeconds, stop) => keyWithin(keypad, timeoutSeconds * 1_000, stop),
    beginTalk: () => {},
    endTalk: () => {},
    close: () => void (phone = null),
  }
}

/** A timeout for a page that can't speak or doesn't report back. */
const longestSpeechMs = (text: string): number => 2_000 + text.length * 90

async function sendInRealTime(mulaw: Uint8Array, send: (frame: Uint8Array) => void, stop: AbortSignal): Promise<void> {
  const start = performance.now()
  for (let at = 0; at < mulaw.length && !stop.aborted; at += FRAME_BYTES) {
    send(frameAt(mulaw, at))
    // Measured from the start, so that late timers don't add up.
    const due = start + (at / FRAME_BYTES + 1) * FRAME_MS
    const wait = due - performance.now()
    if (wait > 1) await quietly(wait, stop)
  }
}

function frameAt(mulaw: Uint8Array, at: number): Uint8Array {
  const frame = new Uint8Array(FRAME_BYTES).fill(SILENCE)
  frame.set(mulaw.subarray(at, at + FRAME_BYTES))
  return frame
}
