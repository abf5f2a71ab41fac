import type { ApiRequest } from './carrier-api.ts'
import type { Wanted } from './carrier-setup.ts'

/** One thing that was looked at. `hint`: it works, and somebody should know; `unseen`: the carrier does not show it to us. */
export type Finding = {
  what: string
  state: 'right' | 'wrong' | 'hint' | 'unseen'
  says: string
  /** What an operator does about it. */
  todo?: string
  /** What we can do about it ourselves. */
  mend?: ApiRequest
  /** The number that it's about, where one has several findings. */
  at?: string
  /** What `mend` overwrites, by the fields of its form. */
  was?: Readonly<Record<string, string>>
}

export type Installation = Wanted & {
  publicUrl: string
  /** Whether we text: otherwise nothing about texts matters. */
  texts: boolean
}

/** Where the carrier brings texts to our number, below our public address. */
export const TEXTS = '/callbacks/text'

const NORTH_AMERICA = new Set(['US', 'CA'])

/** Whether numbers of the +1 are called and texted, which has rules of its own. */
export const callsNorthAmerica = ({ countries }: Installation) => countries.some((one) => NORTH_AMERICA.has(one))

/** The carrier does not show it: no fault of ours. */
export function unseen(what: string, status: number): Finding {
  const why =
    status === 401 || status === 403
      ? 'our key may not look'
      : status === 404
        ? 'this carrier does not tell'
        : `no clear answer (HTTP ${status})`
  return { what, state: 'unseen', says: why, todo: "look in the carrier's console" }
}
