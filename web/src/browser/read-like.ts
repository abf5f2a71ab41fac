import type { Kept } from './storage.ts'

/** Parses stored JSON into the shape of `like`, dropping anything else: older versions and other programs write there too. */
export function readLike<T extends object, Name extends string>(kept: Kept<Name>, key: Name, like: T): T {
  try {
    return merged(like, JSON.parse(kept.read(key) ?? '{}'))
  } catch {
    kept.remove(key)
    return like
  }
}

function merged<T extends object>(like: T, stored: unknown): T {
  if (typeof stored !== 'object' || stored === null) return like
  const parts = Object.entries(like).map(([name, part]: [string, unknown]) => {
    const found: unknown = Object.hasOwn(stored, name) ? (stored as Record<string, unknown>)[name] : undefined
    return [name, isLike(part, found) ? found : part]
  })
  return Object.fromEntries(parts) as T
}

/** A null in `like` accepts a string. */
function isLike(part: unknown, found: unknown): boolean {
  if (part === null || found === null) return isTextOrNull(part) && isTextOrNull(found)
  if (typeof part !== 'object') return typeof found === typeof part
  if (Array.isArray(part) !== Array.isArray(found) || typeof found !== 'object') return false
  return Object.values(found).every((one) => typeof one === 'string')
}

const isTextOrNull = (part: unknown): boolean => part === null || typeof part === 'string'
