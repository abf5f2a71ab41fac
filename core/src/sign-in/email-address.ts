import { readableText } from '../people/typed-text.ts'

/** Browsers and Node both have it, but core has neither's types. Its hosts are in the form of mail servers (UTS #46). */
declare class URL {
  constructor(url: string)
  readonly hostname: string
}

export const EMAIL_FAULTS = {
  missing: 'Please enter your email address.',
  form: "That doesn't look like an email address.",
  letters: "We can't send email to addresses with letters like ü or ж before the @ yet. Please use another one.",
} as const

export type EmailRead = { address: string; fault: null } | { address: null; fault: string }

/** By RFC 5321. */
const LONGEST = { address: 254, local: 64, domain: 253 }

/** RFC 5322 3.2.3: dot-atom-text. */
const ATOMS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Normalizes a typed email address: lower case, and an international domain in Punycode. */
export function readEmail(typed: string): EmailRead {
  const text = readableText(typed).trim().toLowerCase()
  if (text === '') return refused('missing')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = at < 1 ? null : asciiDomain(text.slice(at + 1))
  if (domain === null) return refused('form')
  if (!ATOMS.test(local) || local.length > LONGEST.local) {
    return refused(/[^\p{ASCII}]/u.test(local) && !/[\s@]/.test(local) ? 'letters' : 'form')
  }
  const address = `${local}@${domain}`
  return address.length > LONGEST.address ? refused('form') : { address, fault: null }
}

const refused = (fault: keyof typeof EMAIL_FAULTS): EmailRead => ({ address: null, fault: EMAIL_FAULTS[fault] })

function asciiDomain(written: string): string | null {
  // `URL` would take any of these for another part of a URL.
  if (/[\s/?#@:%\\[\]]/.test(written) || written.length > LONGEST.domain) return null
  try {
    const { hostname } = new URL(`http://${written}`)
    return DOMAIN.test(hostname) && hostname.length <= LONGEST.domain ? hostname : null
  } catch {
    return null
  }
}
