import type { VoiceId } from '@reveille/core/speech/voices'
import { useSyncExternalStore } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { showToast } from '../ui/toast/toast-store.ts'

type Preview = { phase: 'idle' } | { phase: 'loading' | 'playing'; voiceId: VoiceId; progress: number }

const IDLE: Preview = { phase: 'idle' }
let preview: Preview = IDLE
let audio: HTMLAudioElement | null = null
let analyser: AnalyserNode | null = null
let latest = 0
const listeners = new Set<() => void>()

/** At most one voice plays at a time, whichever part started it. */
function startPreview(voiceId: VoiceId): void {
  stopPreview()
  const mine = ++latest
  set({ phase: 'loading', voiceId, progress: 0 })
  call('previewVoice', { body: { voiceId } }).then(
    ({ audioUrl }) => mine === latest && (audioUrl === null ? refuse(NOT_AVAILABLE) : play(voiceId, audioUrl)),
    (error: unknown) =>
      mine === latest && refuse({ title: 'Failed to preview voice', message: messageOf(error, TRY_LATER) }),
  )
}

export function stopPreview(): void {
  latest += 1
  audio?.pause()
  audio = null
  analyser = null
  set(IDLE)
}

const currentPreview = (): Preview => preview

function onPreviewChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The voice's current loudness, from 0 to 1. */
export function loudness(): number {
  if (analyser === null) return 0
  const samples = new Uint8Array(analyser.fftSize)
  analyser.getByteTimeDomainData(samples)
  return Math.min(1, (Math.max(...samples) - 128) / 80)
}

const TRY_LATER = 'Please try again later.'
const NOT_AVAILABLE = { title: 'Audio Not Available', message: 'No audio preview is available for this voice.' }

function play(voiceId: VoiceId, url: string): void {
  const clip = new Audio(url)
  audio = clip
  clip.addEventListener(
    'timeupdate',
    () => clip === audio && set({ phase: 'playing', voiceId, progress: progressOf(clip) }),
  )
  clip.addEventListener('ended', () => clip === audio && stopPreview())
  clip.addEventListener(
    'error',
    () => clip === audio && refuse({ title: 'Audio Error', message: 'Failed to play audio' }),
  )
  clip.play().then(
    () =>
      clip === audio && (set({ phase: 'playing', voiceId, progress: 0 }), void listenTo(clip).catch(() => undefined)),
    () => clip === audio && refuse({ title: 'Audio Error', message: 'Failed to play audio' }),
  )
}

// The wave is decoration: without an analyser, the voice still plays.
async function listenTo(clip: HTMLAudioElement): Promise<void> {
  const context = new AudioContext()
  await context.resume()
  if (clip !== audio) return context.close()
  const measured = context.createAnalyser()
  measured.fftSize = 512
  context.createMediaElementSource(clip).connect(measured).connect(context.destination)
  clip.addEventListener('pause', () => void context.close(), { once: true })
  analyser = measured
}

function refuse(words: { title: string; message: string }): void {
  stopPreview()
  showToast({ ...words, tone: 'error' })
}

const progressOf = ({ currentTime, duration }: HTMLAudioElement) => (duration > 0 ? currentTime / duration : 0)

function set(next: Preview): void {
  preview = next
  for (const listener of listeners) listener()
}

/** The state of one voice's preview, and its button. */
export function usePreview(voiceId: VoiceId) {
  const shown = useSyncExternalStore(onPreviewChange, currentPreview, () => IDLE)
  const mine = shown.phase !== 'idle' && shown.voiceId === voiceId
  return {
    phase: mine ? shown.phase : ('idle' as const),
    progress: mine ? shown.progress : 0,
    toggle: () => (mine ? stopPreview() : startPreview(voiceId)),
  }
}
