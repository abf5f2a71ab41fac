import { readableText } from '../people/typed-text.ts'

/** Every runtime has it; its hosts are written as mail servers know them (UTS #46). */
declare class URL {
  constructor(url: string)
  readonly hostname: string
}

export const EMAIL_FAULTS = {
  missing: 'Please enter your email address.',
  form: 'Please enter a valid email address.',
  letters: "We can't send email to addresses with letters like ü or ж before the @ yet. Please use another one.",
} as const

export type EmailRead = { address: string; fault: null } | { address: null; fault: string }

/** The longest address in email (RFC 5321), and the longest part before the @. */
const LONGEST = { address: 254, local: 64, domain: 253 }

/** RFC 5322 3.2.3: dot-atom-text. */
const ATOMS = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * An email address as typed, in the form that it's stored and written to: small letters, and a domain in any script as
 * mail servers know it. One rule for page and server.
 */
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
  // Anything else would be another part of an address on the web.
  if (/[\s/?#@:%\\[\]]/.test(written) || written.length > LONGEST.domain) return null
  try {
    const { hostname } = new URL(`http://${written}`)
    return DOMAIN.test(hostname) && hostname.length <= LONGEST.domain ? hostname : null
  } catch {
    return null
  }
}
