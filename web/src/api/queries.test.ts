import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from './queries.tsx'

test('API-2 nothing is retried, nothing is fetched again on focus, and data doesn’t go stale', async () => {
  environmentManager.setIsServer(() => false) // the library's defaults differ by it
  queryClient.mount()
  onTestFinished(() => {
    queryClient.unmount()
    queryClient.clear()
    focusManager.setFocused(undefined)
    environmentManager.setIsServer(() => true)
  })
  const [answer, refuse] = [vi.fn(async () => 'data'), vi.fn(async () => Promise.reject(new Error('No.')))]
  const watch = (queryKey: string[], queryFn: () => Promise<string>) =>
    new QueryObserver(queryClient, { queryKey, queryFn, retryDelay: 0 }).subscribe(() => undefined)
  const stateOf = (queryKey: string[]) => expect.poll(() => queryClient.getQueryState(queryKey)?.status)
  const leave = [watch(['answered'], answer), watch(['refused'], refuse)]
  await stateOf(['answered']).toBe('success')
  await stateOf(['refused']).toBe('error')
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  leave.push(watch(['answered'], answer))
  await expect(
    queryClient.getMutationCache().build(queryClient, { mutationFn: refuse, retryDelay: 0 }).execute(undefined),
  ).rejects.toThrow('No.')
  expect(answer).toHaveBeenCalledTimes(1)
  expect(refuse, 'a query and a mutation').toHaveBeenCalledTimes(2)
  for (const stop of leave) stop()
})
