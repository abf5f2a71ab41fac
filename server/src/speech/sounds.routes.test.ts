import { EARCON } from '@reveille/core/calls/call-script'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { earcon } from './audio/earcon.ts'
import { addressClips } from './clips/address-clips.ts'

test('WAKE-1 the carrier fetches the three notes where every script says, and may keep them', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const [step] = await addressClips(app.services, [{ do: 'speak', ...EARCON }])
  const { audioPath } = step as typeof EARCON
  const answer = await fetch(`${app.url}${audioPath}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  expect(Buffer.from(await answer.arrayBuffer()).equals(earcon())).toBe(true)
})
