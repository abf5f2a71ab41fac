/** Texts by name, kept in this tab or in this browser. */
export type Kept = {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
  clear: () => void
}

/**
 * Where the browser keeps nothing (cookies blocked, storage full or missing), a text lasts as long as the page: no page
 * needs more than that to open.
 */
function kept(storage: () => Storage): Kept {
  const refused = new Map<string, string>()
  const remove = (key: string) => {
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
export const inTab = kept(() => sessionStorage)
export const inBrowser = kept(() => localStorage)
