import { EARCON, type ScriptStep } from '@reveille/core/calls/call-script'
import { afterEach, expect, test, vi } from 'vitest'
import { servicesOn } from '../../../test/harness/app/services-on.ts'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { buildApp } from '../../app.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { earcon } from '../audio/earcon.ts'
import { joinClips, muLawWav } from '../audio/wav.ts'
import { addressClips } from './address-clips.ts'

const NOW = Date.parse('2027-01-15T06:30:00Z')

/** A constant tone between a clip's usual silences. */
const clip = (value: number) =>
  muLawWav(Buffer.concat([Buffer.alloc(1_200, 0xff), Buffer.alloc(400, value), Buffer.alloc(800, 0xff)]), 8_000)
const [A, B, C] = [clip(1), clip(2), clip(3)]

const said = (text: string, ...clips: string[]) => ({ text, clips: clips.map((name) => `speech/${name}.wav`) })
const ask = (...speak: (typeof EARCON)[]): ScriptStep => ({ do: 'ask', speak, waitS: 4, digits: 1, answerPath: '/key' })

/** Three stored clips, what the carrier is told about them, and what it gets when it fetches them. */
async function startClips(storage: Partial<Storage> = {}) {
  const database = await createTestDatabase()
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const joined = await servicesOn(database, { now: NOW, storage, logTo })
  const { services } = joined
  const app = await buildApp(services)
  for (const [name, sound] of Object.entries({ A, B, C })) await services.storage.put(`speech/${name}.wav`, sound, '')
  return {
    services,
    lines,
    address: (...steps: ScriptStep[]) => addressClips(services, steps),
    async fetched(path: string | null | undefined) {
      const { statusCode, headers, rawPayload } = await app.inject(path ?? '/none')
      const { 'content-type': type, 'cache-control': kept } = headers
      return { status: statusCode, type, kept, sound: rawPayload }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await joined[Symbol.asyncDispose]()
      await database.drop()
    },
  }
}
afterEach(() => void vi.useRealTimers())

/** The prompts of the first step that asks for keys. */
const prompts = (steps: Awaited<ReturnType<typeof addressClips>>) => (steps[0]?.do === 'ask' ? steps[0].speak : [])

test('CALL-8 WAKE-35 consecutive prompts are one file, which the carrier fetches joined in order', async () => {
  await using started = await startClips()
  const { address, fetched, services } = started
  const rest: ScriptStep[] = [{ do: 'go-on', path: '/on' }, { do: 'hang-up' }]
  const steps = await address(ask(said('Ada.', 'A'), EARCON, said('Good morning. Up.', 'B', 'C')), ...rest)
  expect(steps.slice(1)).toEqual(rest)
  const [prompt, ...others] = prompts(steps)
  expect([prompt?.text, others]).toEqual(['Ada.  Good morning. Up.', []])
  expect(await fetched(prompt?.audioPath)).toEqual({
    status: 200,
    type: 'audio/wav',
    kept: 'private, max-age=3600',
    sound: joinClips([[A], [earcon()], [B, C]]),
  })
  expect((await fetched(prompt?.audioPath?.replace('/A', '/C'))).status).toBe(404) // not an address we handed out
  await services.storage.delete('speech/B.wav')
  expect((await fetched(prompt?.audioPath)).status).toBe(404)

  const [spoken, none] = await address({ do: 'speak', ...said('Bye.', 'C') }, { do: 'speak', text: '', clips: [] })
  expect(spoken).toEqual({ do: 'speak', text: 'Bye.', audioPath: expect.stringContaining('/C') as string })
  expect(none).toBeUndefined()
})

test('CALL-8 if one clip of a prompt is missing the carrier speaks that prompt, and the prompts around it stay files', async () => {
  await using started = await startClips()
  const heard = prompts(
    await started.address(
      ask(said('Ada.', 'A'), EARCON, said('Good. Morning.', 'B', 'gone'), said('You.'), said(''), said('Up.', 'C')),
    ),
  )
  expect(heard.map(({ text, audioPath }) => [text, audioPath?.split('/').at(-1) ?? null])).toEqual([
    ['Ada. ', 'A~earcon'],
    ['Good. Morning.', null],
    ['You.', null],
    ['Up.', 'C'],
  ])
})

test('CALL-8 a storage that fails, or takes over a second, leaves the words to the carrier', async () => {
  const never = Promise.withResolvers<never>().promise
  await using broken = await startClips({
    exists: (key) => (key.includes('A') ? Promise.reject(new Error('down')) : never),
  })
  const spoken = async (name: string) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const addressed = broken.address(ask(said('Up.', name)))
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    return prompts(await addressed)
  }
  for (const name of ['A', 'B']) expect(await spoken(name)).toEqual([{ text: 'Up.', audioPath: null }])
  expect(broken.lines.filter((line) => line.includes('carrier speaks'))).toHaveLength(2)
})
