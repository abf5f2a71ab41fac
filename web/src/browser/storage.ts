import type { KeptName } from '@reveille/core/consents/kept-in-browser'

/** Texts by name, kept in this tab or in this browser. The privacy policy names each. */
export type Kept<Name extends string> = {
  read: (key: Name) => string | null
  write: (key: Name, value: string) => void
  remove: (key: Name) => void
  clear: () => void
}

/**
 * Where the browser keeps nothing (cookies blocked, storage full or missing), a text lasts as long as the page: no page
 * needs more than that to open.
 */
function kept<Name extends string>(storage: () => Storage): Kept<Name> {
  const refused = new Map<Name, string>()
  const remove = (key: Name) => {
    refused.delete(key)
    attempt(() => storage().removeItem(key))
  }
  return {
    read: (key) => refused.get(key) ?? attempt(() => storage().getItem(key)) ?? null,
    write(key, value) {
      remove(key) // an older text never outlives one that could not be kept
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

// Even naming a storage throws where cookies are blocked.
export const inTab = kept<KeptName<'tab'>>(() => sessionStorage)
export const inBrowser = kept<KeptName<'browser'>>(() => localStorage)
