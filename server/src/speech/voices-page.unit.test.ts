import { expect, test } from 'vitest'
import { voicesPage } from './voices-page.ts'

const page = { engines: [{ engine: 'flite', checked: null }], fallbacks: [], carrierSpeaks: false }
const checked = { engine: 'openai', voiceId: 'lily', realTimeFactor: null, clip: null } as const

test("CALL-8 a speech server's voice names and messages are shown as text, never as markup", () => {
  const hostile = '<img src=x onerror="a&b">'
  const shown = voicesPage({
    ...page,
    engines: [{ engine: hostile, checked: [{ ...checked, engine: hostile, voice: hostile, problem: hostile }] }],
    fallbacks: [hostile],
  })
  expect(shown).not.toContain('<img')
  expect(shown.split('&lt;img src=x onerror=&quot;a&amp;b&quot;&gt;').length - 1).toBeGreaterThan(12)
})

test('CALL-8 the page shows the order of engines, and where the carrier speaks instead', () => {
  const engines = [
    { engine: 'openai', checked: [] },
    { engine: 'flite', checked: null },
  ]
  const shown = voicesPage({ ...page, engines })
  expect(shown).toContain("It's asked first. This process hasn't checked its voices: workers do.")
  expect(shown).toContain("It's asked when those above can't speak.<")
  expect(shown).toContain('nobody had to speak for another engine')
  expect(shown).not.toContain('call yourself')
  expect(voicesPage({ ...page, carrierSpeaks: true })).toContain('call yourself')
  const fallen = voicesPage({ ...page, fallbacks: ['flite spoke 1 of 2 clips.'] })
  expect(fallen).toContain('<p class="bad">flite spoke 1 of 2 clips.</p>')
  expect(fallen).not.toContain('nobody had to')
})
