import { expect, test } from 'vitest'
import { faultsOfLine, faultsOfText } from './texts/house-rules.ts'
import { placeOf } from './texts/screens.ts'
import { textsInSource } from './texts/texts-in-source.ts'

test.each([
  ['You did not ask for it?', 'did not'],
  ['We cannot call you.', 'cannot'],
  ['Codes go to your e-mail address.', 'e-mail'],
  ['Choose which mails you get', 'mails'],
  ['A code by SMS proves it.', 'SMS'],
  ['It will not ring any more.', 'any more'],
  ['Your calls are cancelled.', 'cancelled'],
  ['Your next wakeup is at six.', 'wakeup'],
  ['Check it under Account', 'under Account'],
  ['Please pick a timezone.', 'a timezone'],
  ['Shall we call you instead?', 'Shall we'],
  ['Enter the code that we sent.', 'code that we'],
  ['Reload the page. What you entered is kept.', '. What you entered is kept.'],
  ['Copy it now: we show it once.', ': we '],
  ['You’ll hear it in that call.', '’ll'],
  ['Someone pressed "That was me" here.', '"'],
  ['your settings, and which e-mails you want,', 'e-mail'],
])('the rules find the fault in %j', (text, found) => {
  expect(faultsOfText(text).join('\n')).toContain(`'${found}' in`)
})

test.each([
  'Allow it through Do Not Disturb once.',
  'Please select a wakeup time.', // required text
  "We'll email you a code. It's yours alone, isn't it?",
  'Where are you? As it was.',
  'What keeps you in bed? Tell us.',
  'Next: Today at 6:30 AM. Press “Try It Now”.',
])('the rules accept %j', (text) => {
  expect(faultsOfText(text)).toEqual([])
})

test('in the documentation, the rules check only spelling, and ignore code', () => {
  expect(faultsOfLine('A stopped number is recognised; write no e-mail.')).toHaveLength(2)
  expect(faultsOfLine('The call is cancelled and cannot ring (`behaviour`, [page](licence.md)).')).toEqual([])
})

test('parts of a sentence in a list are texts, and style names are not', () => {
  const source = `const list = ['the codes we sent you,', 'press inline-flex items-center gap-2', 'data-id']`
  expect(textsInSource('list.ts', source).map(({ text }) => text)).toEqual(['the codes we sent you,'])
})

test('a sentence with elements and values in it is one text', () => {
  const source = `
    import { a } from 'Some Package'
    const words = { title: 'We called once.', style: 'flex gap-2' }
    throw new Error('Nobody reads this')
    export const Page = () => (
      <p className="Wide and red" aria-label="A label">
        We emailed <strong>{email}</strong> a code. It isn&apos;t {\`\${left} long\`}
        {wrong && <b title="Not yet">Try again</b>}
      </p>
    )`
  expect(textsInSource('page.tsx', source).map(({ text }) => text)).toEqual([
    'We called once.',
    "We emailed {…} a code. It isn't {…} long {…}",
    'A label',
    'Try again',
    'Not yet',
  ])
})

test('a text belongs to the place where people read it, and tests and other code to none', () => {
  expect(placeOf('web/src/pages/dashboard-page.tsx')).toBe('Dashboard')
  expect(placeOf('core/src/consents/terms.ts')).toBe('Terms')
  expect(placeOf('core/src/consents/terms.test.ts')).toBeNull()
  expect(placeOf('server/src/dispatch/dialler.ts')).toBeNull()
})
