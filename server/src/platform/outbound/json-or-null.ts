/** What somebody answered, or null. Without the parser's own error: it quotes what it could not read. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
