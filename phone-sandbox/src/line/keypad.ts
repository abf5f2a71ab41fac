/** Keys pressed while somebody listens. Those pressed otherwise are lost, as on a real call. */
export type Keypad = {
  /** Begins to listen, forgetting earlier keys. The signal fires at the first key. */
  listen(): AbortSignal
  deaf(): void
  /** False when nobody listens. */
  press(key: string): boolean
  take(): string | null
  onPress: (() => void) | null
}

export function newKeypad(): Keypad {
  let listening: AbortController | null = null
  let pressed: string[] = []
  const keypad: Keypad = {
    onPress: null,
    listen() {
      listening = new AbortController()
      pressed = []
      return listening.signal
    },
    deaf: () => void (listening = null),
    press(key) {
      if (listening === null) return false
      pressed.push(key)
      listening.abort()
      keypad.onPress?.()
      return true
    },
    take: () => pressed.shift() ?? null,
  }
  return keypad
}
