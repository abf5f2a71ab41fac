import type { Complaint } from '../../ui/form/complaint.ts'

export type DetailsFault = { field: 'name' | 'email' | 'terms'; complaint: Complaint }

/** SIGNUP-1: what is missing, from top to bottom. */
export function firstFault(details: { name: string; email: string; accepted: boolean }): DetailsFault | null {
  if (details.name.trim() === '') {
    return { field: 'name', complaint: { title: 'Name required', message: 'Please enter your full name.' } }
  }
  if (details.email.trim() === '') {
    return { field: 'email', complaint: { title: 'Email required', message: 'Please enter your email address.' } }
  }
  return details.accepted ? null : { field: 'terms', complaint: TERMS_REQUIRED }
}

const TERMS_REQUIRED = {
  title: 'Terms acceptance required',
  message: 'You must accept the Terms & Conditions and Privacy Policy to create an account.',
}
