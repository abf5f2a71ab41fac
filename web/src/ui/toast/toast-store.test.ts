import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, toastStore } from './toast-store.ts'

const title = () => toastStore.current()?.title ?? null

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  toastStore.hold(false)
  vi.runAllTimers()
  vi.useRealTimers()
})

test('SHELL-7 one toast at a time: a newer one replaces it, with its undo and its time', () => {
  showToast({ title: 'Paused', action: { label: 'Undo', run: () => undefined } })
  const paused = toastStore.current()
  vi.advanceTimersByTime(5_000)
  showToast({ title: 'Skipped' })
  expect(toastStore.current()).toMatchObject({ title: 'Skipped', tone: 'info' })
  expect(toastStore.current()).not.toHaveProperty('action')
  expect(toastStore.current()?.id).not.toBe(paused?.id) // a screen reader hears each
  vi.advanceTimersByTime(5_999)
  expect(title()).toBe('Skipped')
  vi.advanceTimersByTime(1)
  expect(title()).toBeNull()
})

test('the toast of a failure stays longer', () => {
  showToast({ title: 'Failed', tone: 'error' })
  vi.advanceTimersByTime(9_999)
  expect(title()).toBe('Failed')
  vi.advanceTimersByTime(1)
  expect(title()).toBeNull()
})

test('PHONE-6 a toast about something that turned out wrong is withdrawn, and no other', () => {
  showToast({ title: 'Saved' })
  toastStore.withdraw('code')
  expect(title()).toBe('Saved')
  showToast({ title: 'Code sent', about: 'code' })
  toastStore.withdraw('code')
  expect(title()).toBeNull()
})

test('SHELL-7 the toast of an error goes with its page, unless it says why another page opened', () => {
  showToast({ title: 'Saved' })
  toastStore.leavePage()
  expect(title()).toBe('Saved')
  showToast({ title: 'Not sent', tone: 'error' })
  toastStore.leavePage()
  expect(title()).toBeNull()
  showToast({ title: 'Verify your phone', tone: 'error', leadsOn: true })
  toastStore.leavePage()
  expect(title()).toBe('Verify your phone')
})

test('a toast stays while somebody reads or reaches for it; afterwards it stays its whole time', () => {
  showToast({ title: 'Paused' })
  vi.advanceTimersByTime(5_000)
  toastStore.hold(true)
  vi.advanceTimersByTime(60_000)
  expect(title()).toBe('Paused')
  toastStore.hold(false)
  vi.advanceTimersByTime(5_000)
  toastStore.hold(false) // a second time changes nothing
  vi.advanceTimersByTime(999)
  expect(title()).toBe('Paused')
  vi.advanceTimersByTime(1)
  expect(title()).toBeNull()
})

test('SHELL-7 a toast that goes while somebody attends to it does not keep the next one', () => {
  showToast({ title: 'Paused' })
  toastStore.hold(true)
  toastStore.dismiss()
  showToast({ title: 'Skipped' })
  vi.advanceTimersByTime(6_000)
  expect(title()).toBeNull()
})

test('a listener is called for each change until it unsubscribes', () => {
  const heard = vi.fn()
  const leave = toastStore.subscribe(heard)
  showToast({ title: 'One' })
  showToast({ title: 'Two' })
  expect(heard).toHaveBeenCalledTimes(2)
  leave()
  toastStore.dismiss()
  expect(heard).toHaveBeenCalledTimes(2)
  expect(title()).toBeNull()
})
