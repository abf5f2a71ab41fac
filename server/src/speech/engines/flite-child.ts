import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { WASI } from 'node:wasi'
import { phoneClip, previewClip } from '../audio/finish-clip.ts'
import { requirePlausibleLength } from '../audio/plausible-length.ts'
import { giveVoice } from '../audio/voice-sound.ts'
import { readPcmWav, type Sound } from '../audio/wav.ts'
import type { FliteTask } from './flite.ts'
import { VOICE_SETTINGS } from './voice-settings.ts'

// A process of its own: the engine can crash its process, and is trusted with one clip only. Reads a task as JSON and
// writes the finished clip.

const task = JSON.parse(await readText(process.stdin)) as FliteTask
const sound = VOICE_SETTINGS[task.voiceId].flite
const spoken = await runFlite(task)
const voice = giveVoice(spoken, sound)
process.stdout.write(task.form === 'phone' ? phoneClip(voice) : await previewClip(voice))

/** The text is handed over within this process: no command line shows it to other users of the machine. */
async function runFlite({ text, wasm, folder }: FliteTask): Promise<Sound> {
  const features = [`duration_stretch=${(sound.pitch * sound.tempo).toFixed(3)}`]
  if (sound.melody) {
    features.push(`int_f0_target_mean=${sound.melody.mean}`, `int_f0_target_stddev=${sound.melody.spread}`)
  }
  const settings = features.flatMap((feature) => ['--setf', feature])
  const wasi = new WASI({
    version: 'preview1',
    args: ['flite', '-voice', sound.base, ...settings, '-t', text, '-o', '/out/spoken.wav'],
    preopens: { '/out': folder },
  })
  const engine = await WebAssembly.compile(readFileSync(wasm))
  const code = wasi.start(await WebAssembly.instantiate(engine, wasi.getImportObject() as WebAssembly.Imports))
  if (code !== 0) throw new Error(`the engine ended with ${code}`)
  const heard = readPcmWav(readFileSync(join(folder, 'spoken.wav')))
  requirePlausibleLength(heard.samples.length / heard.rate / sound.pitch, text)
  return heard
}
