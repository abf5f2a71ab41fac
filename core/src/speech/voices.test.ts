import { expect, test } from 'vitest'
import { VOICE_LINES } from '../message/voices/all-voices.ts'
import { shownCategory, DEFAULT_TRAIT, VOICE_DISCLAIMER, VOICE_IDS, VOICES } from './voices.ts'

test('PREF-4 the six specified voices exist, each with its own name, category, trait and line', () => {
  expect([...VOICE_IDS].toSorted()).toEqual(['bill', 'jocko', 'liam', 'lily', 'radio-station', 'todd-thomas'])
  for (const field of ['name', 'category', 'personalityTrait', 'line', 'preview'] as const) {
    expect(new Set(VOICE_IDS.map((id) => VOICES[id][field]).filter((text) => /[a-z]/.test(text))).size).toBe(6)
  }
  for (const id of VOICE_IDS) expect(VOICES[id].voiceId).toBe(id)
  expect(DEFAULT_TRAIT).toBe('Motivational')
})

test('PREF-6 no shown text of a voice hints at a real person or unit', () => {
  // The category's text comes from the specification.
  expect(VOICES.jocko.category).toBe('Navy SEAL & Leadership Expert')
  expect(shownCategory(VOICES.jocko)).toBe('Drill Instructor')
  const shown = [
    ...Object.values(VOICES).flatMap(({ voiceId: _, category: _kind, ...texts }) => Object.values(texts)),
    ...Object.values(VOICE_LINES).flatMap(({ greetings }) => greetings),
  ]
  for (const text of shown) expect(text).not.toMatch(/jocko|willink|todd|thomas|navy|seal\b|podcast/i)
  expect(VOICE_DISCLAIMER).toMatch(/computer-generated.*made-up.*not the real people/)
})

test('VOICE-1 a preview takes about ten seconds and says which voice it is', () => {
  for (const { name, preview } of Object.values(VOICES)) {
    const [called = ''] = name.replace('The ', '').split(' ')
    expect(preview).toMatch(new RegExp(`^Reveille.* ${called}\\b.*[.!]$`))
    const count = preview.split(' ').length
    expect(count).toBeGreaterThanOrEqual(22)
    expect(count).toBeLessThanOrEqual(45)
  }
})

test('VOICE-1 a voice introduces itself in natural speech that fits any hour', () => {
  for (const { line, preview } of Object.values(VOICES)) {
    expect(`${line} ${preview}`).not.toMatch(
      /\b(it is|that is|there is|here is|i have|i am|you are|let us|do not)\b|morning/i,
    )
    expect(preview).not.toBe(line)
  }
})
