/** Both ends included. */
export type ByteRange = { first: number; last: number }

/** RFC 9110, 14.1.2. `whole`: no range, or several, so we may send the full file. `beyond`: outside the file. */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') return lastBytes(Number(to), size)
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= size) return 'beyond'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function lastBytes(count: number, size: number): ByteRange | 'beyond' {
  return count === 0 || size === 0 ? 'beyond' : { first: Math.max(0, size - count), last: size - 1 }
}
