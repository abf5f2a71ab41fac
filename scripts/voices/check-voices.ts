import { VOICES } from '@reveille/core/speech/voices'
import { systemClock } from '../../server/src/platform/clock/system-clock.adapter.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { speechEngines } from '../../server/src/speech/engines/engines.adapter.ts'
import { checkVoices } from '../../server/src/speech/voice-check.ts'
import { replacedWords } from '../../server/src/speech/voices-page.ts'

// Runs the voice check of each start: `npm run voices:check`. Prints a row for each character and configured engine, and
// exits with 1 if a character doesn't speak with its own voice. It costs some 300 characters per engine.

tellMistakes()
const { speech: settings } = loadConfig()
const log = openLog('warn') // logs the voices that a server lists
const clock = systemClock(log)
const speech = speechEngines(settings, clock)
const checked = await checkVoices({ clock, log, speech })
if (checked.length > 0)
  console.table(
    checked.map(({ engine, voiceId, voice, realTimeFactor, problem }) => ({
      engine,
      character: VOICES[voiceId].name,
      voice: voice ?? 'unknown',
      'real-time factor': realTimeFactor?.toFixed(2) ?? '–',
      problem: problem ?? 'none',
    })),
  )
else
  console.log(
    settings.carrier === null
      ? 'The embedded voices need no check.'
      : 'The carrier speaks. Only a call shows whether it has the voices; the log lists missing ones.',
  )
const engines = speech.map(({ engine }) => engine)
for (const words of replacedWords(engines, checked)) console.log(words)
for (const voice of settings.unfamiliar)
  console.log(`We don't know ${voice}. Call yourself with it before it calls anyone else.`)
process.exit(settings.unfamiliar.length > 0 || checked.some(({ problem }) => problem !== null) ? 1 : 0) // engines may keep processes running
