import { expect, test } from 'vitest'
import { showToast, toastStore } from './toast-store.ts'

const titles = () => toastStore.current().map(({ title }) => title)

test('PHONE-6 a toast takes the place of an older one about the same, and of no other', () => {
  showToast({ title: 'Not saved', tone: 'error' })
  showToast({ title: 'Wrong number', tone: 'error', about: 'number' })
  showToast({ title: 'Code sent', about: 'number' })
  expect(titles()).toEqual(['Not saved', 'Code sent'])
})

test('PHONE-6 the same toast is not shown twice', () => {
  showToast({ title: 'Copied' })
  showToast({ title: 'Copied' })
  expect(titles().filter((title) => title === 'Copied')).toEqual(['Copied'])
})
