import { watch } from 'node:fs'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { patientVoice } from '../../../test/harness/outside/patient-voice.ts'
import { fliteSpeech } from '../../speech/engines/flite.ts'
import { takePreparation } from './preparations.sql.ts'

const NOW = '2027-01-15T06:00:00Z'
const timezone = 'Etc/UTC'

const textsOf = (prompts: readonly { text: string }[]) => prompts.map(({ text }) => text)

/** A person whose name begins their calls, called at these times. */
async function someone(app: TestApp, name: string, ...wakeupTimes: string[]) {
  const person = await app.person({ name })
  for (const wakeupTime of wakeupTimes) await person.schedule({ wakeupTime, timezone })
  return person
}

/** Stops the clock from waiting for words on hold. The returned `settle` waits for them. */
function withoutWaiting(app: TestApp) {
  const settle = app.clock.settleMore
  app.clock.settleMore = async () => undefined
  return settle
}

test('CALL-8 S58 of the calls waiting for their words the one due first is prepared first', async () => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const settle = withoutWaiting(app)
  const voice = patientVoice(app)
  voice.hold()
  for (const name of ['Ann', 'Bea', 'Cal', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal']) await someone(app, name, '06:18')
  await app.clock.advance({ seconds: 20 })
  await expect.poll(() => voice.names()).toHaveLength(8)
  const later = await someone(app, 'Ida', '06:17')
  const sooner = await someone(app, 'Zoe', '06:03')
  await app.clock.advance({ seconds: 20 })
  const { db, clock } = app.services
  const next = async () => (await takePreparation(db, { now: clock.now(), exceptPeople: [] }))?.userId
  expect([await next(), await next(), await next()]).toEqual([sooner.userId, later.userId, undefined])
  voice.release()
  await settle()
})

test('CALL-8 a worker that stops leaves no files behind and logs no engine failure', async () => {
  await using scratch = await mkdtempDisposable(join(tmpdir(), `reveille-test-${process.pid}-`))
  const lines: string[] = []
  await using app = await startTestApp({
    now: NOW,
    logTo: { write: (line: string) => void lines.push(line) },
  })
  const settle = withoutWaiting(app)
  app.services.speech = [fliteSpeech({ atOnce: 1, scratchFolder: scratch.path })]
  await someone(app, 'Ada', '06:10')
  const { promise: speaking, resolve: begins } = Promise.withResolvers<void>()
  const watcher = watch(scratch.path, () => begins())
  await app.clock.advance({ seconds: 20 })
  await speaking
  watcher.close()
  await app.restart()
  expect(await readdir(scratch.path)).toEqual([])
  expect(lines.filter((line) => line.includes('could not'))).toEqual([])
  await settle()
})

test('ACCT-3 WAKE-35 sentences with a name or own words are stored as personal, all others as shared', async () => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const voice = patientVoice(app)
  const ada = await app.person({ name: 'Ada' })
  const goal = { goals: ['other'], otherGoal: 'paint the shed' }
  const own = { ...goal, struggles: ['other'], otherStruggle: 'my blanket is warm', voice: 'liam' }
  await ada.post('/api/user/personalization', own)
  await ada.schedule({ wakeupTime: '06:10', timezone })
  await app.clock.advance({ seconds: 20 })
  const { script } = await app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  const clips = Object.values(script!).flatMap((prompts) => (Array.isArray(prompts) ? prompts : [prompts]))
  const keys = new Set(clips.flatMap((prompt) => prompt.clips))
  const hers = [...keys].filter((key) => key.startsWith(`speech/${ada.userId}/`))
  const personal = script!.message.text.match(/shed|blanket/g) ?? []
  expect(hers).toHaveLength(2 + personal.length) // the name, 'Ada?', and own words
  expect(personal).not.toEqual([])
  const spoken = textsOf(voice.asked).filter((text) => /Ada|shed|blanket/.test(text))
  const stored: string[] = []
  for await (const key of app.services.storage.list(`speech/${ada.userId}`)) stored.push(key)
  expect(stored).toHaveLength(spoken.length)
  expect([...keys].filter((key) => !key.startsWith('speech/shared/'))).toEqual(hers)
})
