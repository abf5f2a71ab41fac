/** A puzzle that the browser solves by itself: it costs bulk senders, not people. */
export type Captcha = {
  challenge(cost: number): Promise<Record<string, unknown>>
  /** Whether `answer` solves one of our puzzles that hasn't expired or been used. */
  verify(answer: string, minimumCost: number): Promise<boolean>
  /** `verify` in two steps: the first writes nothing, `spend` uses the solution up. Null if it solves nothing. */
  check(answer: string, minimumCost: number): Promise<{ spend(): Promise<boolean> } | null>
}

export type WithCaptcha = { captcha: Captcha }
