import type { KeptName } from '@reveille/core/consents/kept-in-browser'

/** Strings by key, in session or local storage. The privacy policy names each. */
export type Kept<Name extends string> = {
  read: (key: Name) => string | null
  write: (key: Name, value: string) => void
  remove: (key: Name) => void
  clear: () => void
}

/** Falls back to memory when storage is blocked, full or missing; no page needs more than that to open. */
function kept<Name extends string>(storage: () => Storage): Kept<Name> {
  const refused = new Map<Name, string>()
  const remove = (key: Name) => {
    refused.delete(key)
    attempt(() => storage().removeItem(key))
  }
  return {
    read: (key) => refused.get(key) ?? attempt(() => storage().getItem(key)) ?? null,
    write(key, value) {
      remove(key) // an older value must not outlive one that couldn't be stored
      if (attempt(() => storage().setItem(key, value)) === FAILED) refused.set(key, value)
    },
    remove,
    clear() {
      refused.clear()
      attempt(() => storage().clear())
    },
  }
}

const FAILED = undefined

function attempt<T>(access: () => T): T | null | typeof FAILED {
  try {
    return access() ?? null
  } catch {
    return FAILED
  }
}

// Even reading the property throws if cookies are blocked.
export const inTab = kept<KeptName<'tab'>>(() => sessionStorage)
export const inBrowser = kept<KeptName<'browser'>>(() => localStorage)
