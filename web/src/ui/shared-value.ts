import { useSyncExternalStore } from 'react'

/** A value outside the components: `use` renders them again when it changes. Prerendered pages show the first one. */
export function sharedValue<T>(first: T) {
  let value = first
  const listeners = new Set<() => void>()
  const get = (): T => value
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  function set(next: T): void {
    value = next
    for (const listener of listeners) listener()
  }
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get, () => first) }
}

/** What only the browser knows, and never changes; `built` until a prerendered page is hydrated. */
export const useInBrowser = <T>(read: () => T, built: T): T => useSyncExternalStore(never, read, () => built)

const never = () => () => {}
