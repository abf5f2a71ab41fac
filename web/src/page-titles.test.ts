import { PRERENDERED } from '@reveille/contract/pages'
import { expect, test } from 'vitest'
import { pageTitle } from './page-titles.ts'
import { paths } from './paths.ts'
import { PAGE_DESCRIPTIONS } from './prerender.tsx'

test.each(Object.values(paths))('SHELL-7 %s has a window title', (path) => {
  const title = pageTitle(path)
  expect(title).toContain('Reveille')
  expect(title).not.toMatch(/404|undefined/)
  expect(title.replace(/ · Reveille$/, '')).not.toBe('')
})

test('SHELL-10 an unknown page is titled as not found', () => {
  expect(pageTitle('/nowhere')).toBe('404 Page Not Found · Reveille')
})

test('LAND-4 the name comes first on the landing page, and last elsewhere', () => {
  expect(pageTitle(paths.landing)).toMatch(/^Reveille: /)
  expect(pageTitle(paths.help)).toMatch(/. · Reveille$/)
})

test('LAND-4 each prerendered page has its file and its own description', () => {
  const { landing, login, signup, help, terms, privacy } = paths
  const readable = [landing, login, signup, help, terms, privacy]
  expect(readable.map((path) => PRERENDERED[path] ?? '').filter((file) => file.endsWith('.html'))).toHaveLength(6)
  const descriptions = readable.map((path) => PAGE_DESCRIPTIONS[path] ?? '')
  for (const words of descriptions) expect(words).toMatch(/^\p{Lu}.*\.$/u)
  expect(new Set(descriptions).size).toBe(6)
})
