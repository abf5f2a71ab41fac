import { afterEach, expect, test, vi } from 'vitest'
import { forcedTheme } from './theme.ts'

test.each([
  ['auto', 12, null],
  ['auto', 19, null],
  ['auto', 20, 'dark'],
  ['auto', 5, 'dark'],
  ['auto', 6, null],
  ['light', 23, 'light'],
  ['dark', 12, 'dark'],
] as const)('the theme %s at %i o’clock forces %s', (theme, hour, forced) => {
  expect(forcedTheme(theme, hour)).toBe(forced)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a choice is stored and applied immediately; automatic is dark at night and the system’s by day', async () => {
  vi.useFakeTimers({ now: new Date(2027, 0, 15, 23) }) // 11 PM local time
  vi.resetModules()
  const { chooseTheme, chosenTheme } = await import('./theme.ts')
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  const dataset: Record<string, string> = {}
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('document', { documentElement: { dataset } })
  expect(chosenTheme()).toBe('auto')
  chooseTheme('light')
  expect([chosenTheme(), dataset['theme']]).toEqual(['light', 'light'])
  chooseTheme('auto')
  expect([chosenTheme(), dataset['theme']]).toEqual(['auto', 'dark'])
  vi.advanceTimersByTime(13 * 3_600_000)
  chooseTheme('auto')
  expect(dataset).toEqual({})
  kept.set('theme', 'purple') // from another version
  expect(chosenTheme()).toBe('auto')
})
