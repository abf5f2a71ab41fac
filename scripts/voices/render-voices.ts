import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import { systemClock } from '../../server/src/platform/clock/system-clock.adapter.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { StartRefusedError, tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { speechEngines } from '../../server/src/speech/engines/engines.adapter.ts'
import { linesOf, renderPack } from '../../server/src/speech/render-pack.ts'
import { parseArgs } from '../parse-args.ts'

// Renders the lines that calls share into a voice pack, with the configured engine: `npm run voices:render -- --to FOLDER
// --license WORDS`. Prints the price, and renders only with `--yes`. `--voice lily` (repeatable) selects voices.

tellMistakes()
const { values: options } = parseArgs({
  options: {
    to: { type: 'string' },
    license: { type: 'string' },
    voice: { type: 'string', multiple: true, default: [...VOICE_IDS] },
    yes: { type: 'boolean', default: false },
  },
})
const unknown = options.voice.find((voice) => !VOICE_IDS.includes(voice as VoiceId))
if (unknown !== undefined) throw new StartRefusedError(`--voice ${unknown} must be one of ${VOICE_IDS.join(', ')}`)
if (options.to === undefined || options.license === undefined)
  throw new StartRefusedError('The folder and the license of the clips are required: --to FOLDER --license WORDS')

const voices = options.voice as VoiceId[]
const config = loadConfig()
const log = openLog(config.logLevel)
const engines = speechEngines({ ...config.speech, pack: null }, systemClock(log))
const [engine] = engines
await engine.voices?.decide?.()
const lines = linesOf(voices)
const characters = lines.reduce((sum, { text }) => sum + text.length, 0)
const price = engine === engines.at(-1) ? 0 : (characters * config.speech.price) / 1_000
console.log(
  `${lines.length} lines, ${characters} characters by ${engine.engine} (${engine.engineVersion}): ${price.toFixed(2)} at PRICE_SPEECH for 1,000`,
)
if (options.yes) {
  const { clips } = await renderPack(engine, {
    voices,
    folder: options.to,
    licence: options.license,
    signal: new AbortController().signal,
  })
  console.log(`${Object.keys(clips).length} clips in ${options.to}; set VOICE_PACK to load them elsewhere`)
} else console.log('Nothing was rendered. Add --yes to render.')
process.exit(0) // engines may keep processes running
