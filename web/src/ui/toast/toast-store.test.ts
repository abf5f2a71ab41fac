import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, toastStore } from './toast-store.ts'

const titles = () => toastStore.current().map(({ title }) => title)

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  toastStore.hold(false)
  vi.runAllTimers()
  vi.useRealTimers()
})

test('PHONE-6 a toast takes the place of an older one about the same, and of no other', () => {
  showToast({ title: 'Not saved', tone: 'error' })
  showToast({ title: 'Wrong number', tone: 'error', about: 'number' })
  showToast({ title: 'Code sent', about: 'number' })
  expect(titles()).toEqual(['Not saved', 'Code sent'])
})

test('PHONE-6 the same toast is not shown twice, and another about the same code is', () => {
  showToast({ title: 'Copied' })
  showToast({ title: 'Copied' })
  showToast({ title: 'Copied', message: 'another' })
  showToast({ title: 'Cut', message: 'another' })
  expect(titles()).toEqual(['Copied', 'Copied', 'Cut'])
})

test('what turned out otherwise is withdrawn, and nothing else', () => {
  showToast({ title: 'Code sent', about: 'code' })
  showToast({ title: 'Saved' })
  toastStore.withdraw('code')
  expect(titles()).toEqual(['Saved'])
})

test('SHELL-7 an error goes with its page, unless it says why another one opened', () => {
  showToast({ title: 'Saved' })
  showToast({ title: 'Not sent', tone: 'error' })
  showToast({ title: 'Verify your phone', tone: 'error', leadsOn: true })
  toastStore.leavePage()
  expect(titles()).toEqual(['Saved', 'Verify your phone'])
})

test('a toast goes by itself, a failure later, and one more than three goes at once', () => {
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

test('no toast goes while somebody reads or reaches for it; afterwards it stays its whole time', () => {
  showToast({ title: 'Paused', action: { label: 'Undo', run: () => undefined } })
  vi.advanceTimersByTime(5_000)
  toastStore.hold(true)
  showToast({ title: 'Skipped' })
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['Paused', 'Skipped'])
  toastStore.hold(false)
  vi.advanceTimersByTime(5_000)
  toastStore.hold(false) // once more changes nothing
  vi.advanceTimersByTime(999)
  expect(titles()).toEqual(['Paused', 'Skipped'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('the page hears of each change until it listens no more, and each toast is another', () => {
  const heard = vi.fn()
  const leave = toastStore.subscribe(heard)
  showToast({ title: 'One' })
  showToast({ title: 'Two' })
  expect(heard).toHaveBeenCalledTimes(2)
  const [one, two] = toastStore.current()
  expect(one?.id).not.toBe(two?.id)
  expect(one?.tone).toBe('info')
  leave()
  toastStore.dismiss(one!.id)
  expect(heard).toHaveBeenCalledTimes(2)
  expect(titles()).toEqual(['Two'])
})
