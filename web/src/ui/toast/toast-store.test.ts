import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, toastStore } from './toast-store.ts'

const titles = () => toastStore.current().map(({ title }) => title)

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  toastStore.hold(false)
  vi.runAllTimers()
  vi.useRealTimers()
})

test('PHONE-6 a toast replaces an older one about the same subject, and no other', () => {
  showToast({ title: 'Not saved', tone: 'error' })
  showToast({ title: 'Wrong number', tone: 'error', about: 'number' })
  showToast({ title: 'Code sent', about: 'number' })
  expect(titles()).toEqual(['Not saved', 'Code sent'])
})

test('PHONE-6 an identical toast is not shown twice, one with another title or message is', () => {
  showToast({ title: 'Copied' })
  showToast({ title: 'Copied' })
  showToast({ title: 'Copied', message: 'another' })
  showToast({ title: 'Cut', message: 'another' })
  expect(titles()).toEqual(['Copied', 'Copied', 'Cut'])
})

test('a withdrawn subject removes its toast, and no other', () => {
  showToast({ title: 'Code sent', about: 'code' })
  showToast({ title: 'Saved' })
  toastStore.withdraw('code')
  expect(titles()).toEqual(['Saved'])
})

test('SHELL-7 leaving a page removes its errors, except one that explains the next page', () => {
  showToast({ title: 'Saved' })
  showToast({ title: 'Not sent', tone: 'error' })
  showToast({ title: 'Verify your phone', tone: 'error', leadsOn: true })
  toastStore.leavePage()
  expect(titles()).toEqual(['Saved', 'Verify your phone'])
})

test('a toast disappears after 6 s, an error after 10 s, and the oldest of four immediately', () => {
  for (const title of ['One', 'Two', 'Three']) showToast({ title })
  showToast({ title: 'Failed', tone: 'error' })
  expect(titles()).toEqual(['Two', 'Three', 'Failed'])
  vi.advanceTimersByTime(5_999)
  expect(titles()).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual(['Failed'])
  vi.advanceTimersByTime(4_000)
  expect(titles()).toEqual([])
})

test('no toast disappears while it is held, and afterwards it gets its whole time again', () => {
  showToast({ title: 'Paused', action: { label: 'Undo', run: () => undefined } })
  vi.advanceTimersByTime(5_000)
  toastStore.hold(true)
  showToast({ title: 'Skipped' })
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['Paused', 'Skipped'])
  toastStore.hold(false)
  vi.advanceTimersByTime(5_000)
  toastStore.hold(false) // a second release changes nothing
  vi.advanceTimersByTime(999)
  expect(titles()).toEqual(['Paused', 'Skipped'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('a listener is called for each change until it unsubscribes, and each toast has its own id', () => {
  const listener = vi.fn()
  const leave = toastStore.subscribe(listener)
  showToast({ title: 'One' })
  showToast({ title: 'Two' })
  expect(listener).toHaveBeenCalledTimes(2)
  const [one, two] = toastStore.current()
  expect(one?.id).not.toBe(two?.id)
  expect(one?.tone).toBe('info')
  leave()
  toastStore.dismiss(one!.id)
  expect(listener).toHaveBeenCalledTimes(2)
  expect(titles()).toEqual(['Two'])
})
