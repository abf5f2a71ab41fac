/** A puzzle that the browser works on by itself: it costs a sender of thousands, not a person (PHONE-5). */
export type Captcha = {
  /** A fresh puzzle, signed by us; `cost` multiplies the usual work. */
  challenge(cost: number): Promise<Record<string, unknown>>
  /** Whether `answer` solves one of our puzzles that has neither expired nor been used. */
  verify(answer: string, minimumCost: number): Promise<boolean>
}

export type WithCaptcha = { captcha: Captcha }
