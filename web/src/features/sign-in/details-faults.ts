import { isVisible } from '@reveille/core/people/typed-text'
import { EMAIL_FAULTS, readEmail } from '@reveille/core/sign-in/email-address'
import type { Complaint } from '../../ui/form/field.tsx'

type Details = { name: string; email: string; accepted: boolean }

/** What is missing or wrong, by field, from top to bottom. */
export type DetailsFaults = Record<'name' | 'email' | 'terms', Complaint | null>

export const detailsFaults = ({ name, email, accepted }: Details): DetailsFaults => ({
  name: isVisible(name) ? null : { title: 'Name required', message: 'Please enter your full name.' },
  email: emailFault(email),
  terms: accepted ? null : TERMS_REQUIRED,
})

export function emailFault(typed: string): Complaint | null {
  const { fault } = readEmail(typed)
  if (fault === null) return null
  return fault === EMAIL_FAULTS.missing ? { title: 'Email required', message: fault } : { message: fault }
}

const TERMS_REQUIRED = {
  title: 'Terms acceptance required',
  message: 'You must accept the Terms & Conditions and Privacy Policy to create an account.',
}
