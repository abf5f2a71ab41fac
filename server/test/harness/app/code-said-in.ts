import type { CallInHand } from '@reveille/exchange/testing/handset'

/** Presses 1 in a code call and notes what it says. */
export async function codeSaidIn(call: CallInHand): Promise<string> {
  await call.pickUp()
  await call.press('1')
  const words = (await call.heard()).map((heard) => ('text' in heard ? heard.text : ''))
  await call.hangUp()
  return words
    .filter((word) => /^[0-9]$/.test(word))
    .join('')
    .slice(0, 6)
}
