import { isVisible } from '@reveille/core/people/typed-text'
import { EMAIL_FAULTS, readEmail } from '@reveille/core/sign-in/email-address'
import type { Complaint } from '../../ui/form/field.tsx'

export type DetailsFault = { field: 'name' | 'email' | 'terms'; complaint: Complaint }

/** What is missing, from top to bottom. */
export function firstFault(details: { name: string; email: string; accepted: boolean }): DetailsFault | null {
  if (!isVisible(details.name)) {
    return { field: 'name', complaint: { title: 'Name required', message: 'Please enter your full name.' } }
  }
  const email = emailFault(details.email)
  if (email !== null) return { field: 'email', complaint: email }
  return details.accepted ? null : { field: 'terms', complaint: TERMS_REQUIRED }
}

/** Why a typed address is invalid. */
export function emailFault(typed: string): Complaint | null {
  const { fault } = readEmail(typed)
  if (fault === null) return null
  return { title: fault === EMAIL_FAULTS.missing ? 'Email required' : 'Invalid email', message: fault }
}

const TERMS_REQUIRED = {
  title: 'Terms acceptance required',
  message: 'You must accept the Terms & Conditions and Privacy Policy to create an account.',
}
