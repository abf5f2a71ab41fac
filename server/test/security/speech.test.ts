import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { patientVoice } from '../harness/outside/patient-voice.ts'

const PREFERENCES = { goals: ['other'], struggles: ['other'], voice: 'jocko' }
const SAVES = 50

async function prepared({ services }: TestApp): Promise<number> {
  const calls = await services.db.selectFrom('calls').select('script').where('stage', '=', 'planned').execute()
  return calls.filter(({ script }) => script?.closing.clips.length).length
}

test("S58 CALL-8 a person who saves five times a second has each call's words spoken once, after they stop", async () => {
  await using app = await startTestApp({ heard: true, now: '2027-01-15T06:00:00Z' })
  const voice = patientVoice(app)
  const person = await app.person()
  const schedules = []
  for (const wakeupTime of ['06:10', '06:15', '06:19'])
    schedules.push(await person.schedule({ wakeupTime, timezone: 'Etc/UTC' }))
  for (let save = 1; save <= SAVES; save++) {
    const own = { otherGoal: `paint picture number ${save}`, otherStruggle: `dream number ${save}` }
    const { id } = schedules[save % 3]!
    const answers = [
      await person.post('/api/user/personalization', { ...PREFERENCES, ...own }),
      await person.post(`/api/schedule/${id}/toggle`),
      await person.post(`/api/schedule/${id}/toggle`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await app.clock.advance({ ms: 200 })
  }
  await app.clock.advance({ seconds: 20 })
  const asked = voice.asked.map(({ text }) => text)
  expect(new Set(asked).size).toBe(asked.length)
  const own = asked.filter((text) => text.includes('number'))
  expect(own).not.toEqual([])
  for (const text of own) expect(text).toMatch(/number (50|fifty)\b/)
  expect(await prepared(app)).toBe(3)

  // Paused and resumed, the new calls say the same, so their clips are reused.
  for (let press = 0; press < 2; press++)
    for (const { id } of schedules) await person.post(`/api/schedule/${id}/toggle`)
  await app.clock.advance({ seconds: 20 })
  expect(voice.asked).toHaveLength(asked.length)
  expect(await prepared(app)).toBe(3)
})
