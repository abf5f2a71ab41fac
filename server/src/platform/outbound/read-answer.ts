/** Reads the body of somebody else's response, which must not fill our memory. */
export async function readAtMost(response: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > limit) throw new Error('the server does not stop talking')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A parsed answer, or null. Drops the parser's own error, which quotes the input. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
