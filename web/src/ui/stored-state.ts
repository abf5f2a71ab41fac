import type { KeptName } from '@reveille/core/consents/kept-in-browser'
import { useState } from 'react'
import { readLike } from '../browser/read-like.ts'
import { inTab } from '../browser/storage.ts'

/** State of a page that is rendered only in the browser, kept in this tab through a reload and the back button. */
export function useStoredState<T extends object>(key: KeptName<'tab'>, initial: T): [T, (next: T) => void, () => void] {
  const [state, setState] = useState<T>(() => readLike(inTab, key, initial))
  const change = (next: T) => {
    inTab.write(key, JSON.stringify(next))
    setState(next)
  }
  return [state, change, () => inTab.remove(key)]
}
