import { expect, test } from 'vitest'
import { codeLetter } from './code-letter.ts'
import { guessWarningLetter } from './guess-warning-letter.ts'
import { numberMovedLetter } from './number-moved-letter.ts'
import { welcomeLetter } from './welcome-letter.ts'

const URL = 'https://wake.example'
const letters = [
  ['sign-in code', codeLetter('login', '012345')],
  ['sign-up code', codeLetter('signup', '012345')],
  ['welcome', welcomeLetter('Robin', URL)],
  ['number moved', numberMovedLetter(URL)],
  ['guess warning', guessWarningLetter(URL)],
] as const

test.each(letters.slice(0, 2))(
  'CODE-1 the %s letter shows the code first, in the subject and in the text',
  (_case, mail) => {
    expect(mail.subject).toMatch(/^012345 is your code to /)
    expect(mail.text.split('\n')[0]).toBe('012345')
    expect(mail.html).toMatch(/<main>\s*<h1[^>]*>012345<\/h1>/)
  },
)

test.each(letters)(
  'SIGNUP-6 the %s letter is readable as text, in the dark, and loads nothing',
  (_case, { text, html }) => {
    expect(text).not.toMatch(/<[a-z]/)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('<html lang="en">')
    expect(html).not.toMatch(/<img|<script|src=|@import|url\(/)
    for (const address of html.match(/https?:[^"<\s]+/g) ?? []) expect(address.startsWith(`${URL}/`)).toBe(true)
  },
)

test('SIGNUP-6 a name is text in a letter, whatever it holds', () => {
  const { html } = welcomeLetter('<img src="https://evil.example">&"', URL)
  expect(html).toContain('Welcome, &lt;img src=&quot;https://evil.example&quot;&gt;&amp;&quot;!')
})
