import { now } from '../browser/clock.ts'
import { inBrowser } from '../browser/storage.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Dark from 8 PM to 6 AM, whatever the system says. */
export const isNight = (hour: number): boolean => hour >= 20 || hour < 6

/** The forced theme; null follows the system. */
export function forcedTheme(theme: Theme, hour: number): 'light' | 'dark' | null {
  if (theme !== 'auto') return theme
  return isNight(hour) ? 'dark' : null
}

export function chosenTheme(): Theme {
  return THEMES.find((theme) => theme === inBrowser.read('theme')) ?? 'auto'
}

export function chooseTheme(theme: Theme): void {
  inBrowser.write('theme', theme)
  const forced = forcedTheme(theme, new Date(now()).getHours())
  if (forced === null) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = forced
}
