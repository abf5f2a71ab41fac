import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WASI } from 'node:wasi'
import { phoneClip, previewClip, requirePlausibleLength } from '../audio/finish-clip.ts'
import { giveVoice, type Pause, type Spoken, type VoiceSound } from '../audio/voice-sound.ts'
import { readPcmWav } from '../audio/wav.ts'
import type { FliteTask } from './flite-process.ts'
import { VOICE_SETTINGS } from './voice-settings.ts'

// A separate process, because the engine can crash. Reads one task per line of JSON, and writes each finished clip as a
// quoted line of base64: the closing quote shows that it's complete. A fresh instance speaks each clip and knows nothing of
// the others.

let compiled: Promise<WebAssembly.Module> | undefined

// Ctrl-C reaches the whole process group. The product ends this process, or its input ends with the product.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line) as FliteTask
  const sound = VOICE_SETTINGS[task.voiceId].flite
  const voice = giveVoice(await runFlite(task, sound), sound)
  const clip = task.form === 'phone' ? phoneClip(voice) : await previewClip(voice)
  process.stdout.write(`"${clip.toString('base64')}"\n`)
}

/** Passes the text within this process: a command line would show it to other users of the machine. */
async function runFlite({ text, wasm, folder }: FliteTask, sound: VoiceSound): Promise<Spoken> {
  const features = [`duration_stretch=${(sound.pitch * sound.tempo).toFixed(3)}`]
  if (sound.melody) {
    features.push(`int_f0_target_mean=${sound.melody.mean}`, `int_f0_target_stddev=${sound.melody.spread}`)
  }
  const settings = features.flatMap((feature) => ['--setf', feature])
  const segments = join(folder, 'segments')
  const stdout = openSync(segments, 'w') // our own output carries the clips
  const wasi = new WASI({
    version: 'preview1',
    args: ['flite', '-voice', sound.base, ...settings, '-psdur', '-t', text, '-o', '/out/spoken.wav'],
    preopens: { '/out': folder },
    stdout,
  })
  compiled ??= WebAssembly.compile(readFileSync(wasm))
  const instance = await WebAssembly.instantiate(await compiled, wasi.getImportObject() as WebAssembly.Imports)
  const code = wasi.start(instance)
  closeSync(stdout)
  if (code !== 0) throw new Error(`the engine ended with ${code}`)
  const heard = readPcmWav(readFileSync(join(folder, 'spoken.wav')))
  requirePlausibleLength(heard.samples.length / heard.rate / sound.pitch, text)
  return { ...heard, pauses: pausesIn(readFileSync(segments, 'latin1')) }
}

/** The pauses between words, from the engine's output: each sound with the second of its end, 'pau:0.22 g:0.321 …'. */
function pausesIn(segments: string): Pause[] {
  const ends = Array.from(segments.matchAll(/(\S+):(\d+\.\d+)/g), ([, name, end]) => ({ name, to: Number(end) }))
  return ends
    .map(({ name, to }, i) => ({ name, from: ends[i - 1]?.to ?? 0, to }))
    .filter(({ name, from, to }, i) => name === 'pau' && i > 0 && i < ends.length - 1 && from < to)
}
