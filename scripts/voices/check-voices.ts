import { VOICES } from '@reveille/core/speech/voices'
import { systemClock } from '../../server/src/platform/clock/system-clock.adapter.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { speechEngines } from '../../server/src/speech/engines/engines.adapter.ts'
import { checkVoices } from '../../server/src/speech/voice-check.ts'
import { replacedWords } from '../../server/src/speech/voices-page.ts'

// The voice check of each start, by itself, before anybody is called: `npm run voices:check`. A row for each character and
// engine of the settings, exit code 1 when one is not spoken as itself. It costs some 300 characters an engine.

const { speech: settings } = loadConfig()
const log = openLog('warn') // has the names that a server lists
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
      ? 'The embedded voices speak: there is nothing to check.'
      : 'The carrier speaks: only a call shows whether it has its voices, and what it lacked is in the log.',
  )
const engines = speech.map(({ engine }) => engine)
for (const words of replacedWords(engines, checked)) console.log(words)
for (const voice of settings.unfamiliar)
  console.log(`We don't know ${voice}: call yourself before anybody is called by it.`)
process.exit(settings.unfamiliar.length > 0 || checked.some(({ problem }) => problem !== null) ? 1 : 0) // engines may keep processes for the next word
