import { test, type PlantedBug } from '../planted-bug.ts'

/** Bugs in when and in which order the words of calls are spoken. */
export const speechBugs: readonly PlantedBug[] = [
  {
    name: 'words-first-come-first-served',
    bug: 'the words of a call that is near wait for those of calls that are not',
    file: 'server/src/calls/message/preparations.sql.ts',
    search: `.orderBy('due_at')`,
    replace: `.orderBy('prepare_at')`,
    caughtBy: test('src/calls/message/prepare-message', 'CALL-8 S58 of the calls'),
  },
  {
    name: 'many-words-a-person',
    bug: 'one account has the words of many calls spoken at a time',
    file: 'server/src/calls/message/speech-preparation.ts',
    search: 'exceptPeople: [...underWay.keys()]',
    replace: 'exceptPeople: []',
    caughtBy: test('src/calls/message/prepare-message', 'CALL-8 S58 nobody'),
  },
  {
    name: 's58-spoken-at-each-save',
    bug: 'words are spoken each time somebody saves',
    file: 'core/src/calls/preparation-time.ts',
    search: 'const SETTLED_AFTER_MS = 20_000',
    replace: 'const SETTLED_AFTER_MS = 0',
    caughtBy: test('test/security/speech', 'S58 CALL-8'),
  },
  {
    name: 'old-words-spoken-to-the-end',
    bug: 'words that have changed meanwhile are spoken, and replace the new ones',
    file: 'server/src/calls/message/messages.sql.ts',
    search: `    .where('prepare_at', '=', timestamp(call.prepareAt))\n`,
    replace: '',
    caughtBy: test('src/calls/message/prepare-message', 'CALL-8 words that change'),
  },
  {
    name: 'sample-does-not-wait',
    bug: 'a sample whose message is still being spoken says it in the voice of the carrier',
    file: 'server/src/calls/callbacks/call-dialogue.ts',
    search: `if (call.kind !== 'sample' || call.prepareAt === null) return false`,
    replace: `if (call.kind !== null) return false`,
    caughtBy: test('src/calls/samples/sample-call', 'CALL-8 CALL-12 a sample rings'),
  },
  {
    name: 'two-voices-in-a-part',
    bug: 'a part is played whose sentences two engines spoke, or one of which is missing',
    file: 'server/src/speech/clips/speak.ts',
    search: `keys.every((key) => key !== null)`,
    replace: `keys.some((key) => key !== null)`,
    caughtBy: test('src/speech/clips/speak', 'WAKE-35 CALL-8 no part'),
  },
  {
    name: 'clips-of-the-voice-before',
    bug: 'another voice is named for a character, and the clips of the one before are played on',
    file: 'server/src/speech/engines/elevenlabs.ts',
    search: `[SOUND_VERSION, spokenBy(options.voices, voiceId)]`,
    replace: `[SOUND_VERSION, MANNERS[voiceId]]`,
    caughtBy: test('src/speech/engines/remote-speech', 'CALL-8 ElevenLabs is asked for the voices, speeds and model'),
  },
  {
    name: 'refused-voice-asked-again',
    bug: 'a voice that a provider does not have is asked for again and again',
    file: 'server/src/speech/engines/with-breaker.ts',
    search: `clock.monotonic() < last.until`,
    replace: `clock.monotonic() < 0 * last.until`,
    caughtBy: test('test/faults/speech-provider', 'no longer has'),
  },
]
