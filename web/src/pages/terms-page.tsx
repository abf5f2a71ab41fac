import { CONSENTS } from '@reveille/core/consents/consents'
import { TERMS } from '@reveille/core/consents/terms'
import { LegalDocument } from '../features/legal/legal-document.tsx'

export function TermsPage() {
  return <LegalDocument title={CONSENTS.terms.terms} text={TERMS} />
}
