/** Throws on a sound that cannot be these words: silent, cut off, or endless. */
export function requirePlausibleLength(seconds: number, text: string): void {
  const secondsPerChar = seconds / text.length
  if (secondsPerChar < 0.02 || secondsPerChar > 0.8)
    throw new Error(`implausible length: ${secondsPerChar} s a character`)
}
