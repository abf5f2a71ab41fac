import type { VoiceId } from '@reveille/core/speech/voices'
import { messageOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { sharedValue } from '../ui/shared-value.ts'
import { showToast } from '../ui/toast/toast-store.ts'

type Preview = { phase: 'idle' } | { phase: 'loading' | 'playing'; clip: string; progress: number }

type Load = () => Promise<string | null>

const IDLE: Preview = { phase: 'idle' }
const preview = sharedValue<Preview>(IDLE)
let audio: HTMLAudioElement | null = null
let analyser: AnalyserNode | null = null
let latest = 0

/** At most one voice plays at a time, whichever part started it. */
function startPreview(id: string, load: Load): void {
  stopPreview()
  const mine = ++latest
  preview.set({ phase: 'loading', clip: id, progress: 0 })
  load().then(
    (url) => mine === latest && (url === null ? refuse(NOT_AVAILABLE) : play(id, url)),
    (error: unknown) =>
      mine === latest && refuse({ title: 'Failed to preview voice', message: messageOf(error, TRY_LATER) }),
  )
}

export function stopPreview(): void {
  latest += 1
  audio?.pause()
  audio = null
  analyser = null
  preview.set(IDLE)
}

const previewOf = async (voiceId: VoiceId) => (await call('previewVoice', { body: { voiceId } })).audioUrl

/** The voice's current loudness, from 0 to 1. */
export function loudness(): number {
  if (analyser === null) return 0
  const samples = new Uint8Array(analyser.fftSize)
  analyser.getByteTimeDomainData(samples)
  return Math.min(1, (Math.max(...samples) - 128) / 80)
}

const TRY_LATER = 'Please try again later.'
const NOT_AVAILABLE = { title: 'Audio Not Available', message: 'No audio preview is available for this voice.' }

function play(id: string, url: string): void {
  const clip = new Audio(url)
  audio = clip
  const show = () => preview.set({ phase: 'playing', clip: id, progress: progressOf(clip) })
  const fail = () => clip === audio && refuse({ title: 'Audio Error', message: 'Failed to play audio' })
  clip.addEventListener('timeupdate', () => clip === audio && show())
  clip.addEventListener('ended', () => clip === audio && stopPreview())
  clip.addEventListener('error', fail)
  clip.play().then(() => clip === audio && (show(), void listenTo(clip).catch(() => undefined)), fail)
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

/** The state of one clip, and its button: a voice's preview, or what `load` finds. */
export function usePreview(id: string, load: Load = () => previewOf(id as VoiceId)) {
  const shown = preview.use()
  const mine = shown.phase !== 'idle' && shown.clip === id
  return {
    phase: mine ? shown.phase : ('idle' as const),
    progress: mine ? shown.progress : 0,
    toggle: () => (mine ? stopPreview() : startPreview(id, load)),
  }
}
