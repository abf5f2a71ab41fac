import type { ApiRequest } from './carrier-api.ts'
import type { Wanted } from './carrier-setup.ts'

/** One result of the check. `hint`: it works, but somebody should know; `unseen`: the carrier doesn't show it to us. */
export type Finding = {
  what: string
  state: 'right' | 'wrong' | 'hint' | 'unseen'
  says: string
  /** What an operator can do. */
  todo?: string
  mend?: ApiRequest
  /** The number it's about, if there are several. */
  at?: string
  /** What `mend` overwrites, by field of its form. */
  was?: Readonly<Record<string, string>>
}

export type Installation = Wanted & {
  publicUrl: string
  /** Whether we text; otherwise nothing about texts matters. */
  texts: boolean
  /** Whether we answer texts to its number, if that differs. */
  hearsTexts?: boolean
}

export const right = (what: string, says: string): Finding => ({ what, state: 'right', says })
export const wrong = (what: string, says: string, todo: string): Finding => ({ what, state: 'wrong', says, todo })
export const hint = (what: string, says: string, todo: string): Finding => ({ what, state: 'hint', says, todo })

/** Where the carrier delivers texts to our number, below our public URL. */
export const TEXTS = '/callbacks/text'

const NORTH_AMERICA = new Set(['US', 'CA'])

/** +1 has rules of its own. */
export const callsNorthAmerica = ({ countries }: Installation) => countries.some((one) => NORTH_AMERICA.has(one))

/** The carrier doesn't show it, which isn't our fault. */
export function unseen(what: string, status: number): Finding {
  const why =
    status === 401 || status === 403
      ? 'our key may not look'
      : status === 404
        ? 'this carrier does not tell'
        : `no clear answer (HTTP ${status})`
  return { what, state: 'unseen', says: why, todo: "look in the carrier's console" }
}
