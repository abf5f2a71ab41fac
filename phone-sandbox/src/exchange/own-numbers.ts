import type { Account } from './exchange.ts'

/** Whether the account may call and text from this number. */
export const isOurs = ({ phoneNumber, moreNumbers }: Account, number: string): boolean =>
  number === phoneNumber || moreNumbers.includes(number)
