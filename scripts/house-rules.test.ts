import { expect, test } from 'vitest'
import { faultsOfText } from './texts/house-rules.ts'
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
])('the house rules find what is wrong with %j', (text, found) => {
  expect(faultsOfText(text).join('\n')).toContain(`'${found}' in`)
})

test.each([
  'Allow it through Do Not Disturb once.',
  'Please select a wakeup time.', // as the requirements have it
  "We'll email you a code. It's yours alone, isn't it?",
  'Where are you? As it was.',
])('the house rules let %j pass', (text) => {
  expect(faultsOfText(text)).toEqual([])
})

test('a sentence is one text, whatever elements and values break it', () => {
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

test('a text is known by where it is read, and tests have none', () => {
  expect(placeOf('web/src/pages/dashboard-page.tsx')).toBe('Dashboard')
  expect(placeOf('core/src/consents/terms.ts')).toBe('Terms')
  expect(placeOf('core/src/consents/terms.test.ts')).toBeNull()
  expect(placeOf('server/src/dispatch/dialler.ts')).toBeNull()
})
