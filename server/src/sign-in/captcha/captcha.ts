/** A puzzle that the browser solves by itself: it costs bulk senders, not a person (PHONE-5). */
export type Captcha = {
  /** A new puzzle, signed by us; `cost` multiplies the normal work. */
  challenge(cost: number): Promise<Record<string, unknown>>
  /** Whether `answer` solves one of our puzzles that has neither expired nor been used. */
  verify(answer: string, minimumCost: number): Promise<boolean>
}

export type WithCaptcha = { captcha: Captcha }
