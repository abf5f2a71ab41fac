import { CONSENTS } from '@reveille/core/consents/consents'
import { termsOf } from '@reveille/core/consents/terms'
import { useTexts } from '../api/client-config.ts'
import { sendsMail } from '../api/installation.ts'
import { LegalDocument } from '../features/legal/legal-document.tsx'

export function TermsPage() {
  return <LegalDocument title={CONSENTS.terms.terms} text={termsOf(useTexts(), sendsMail())} />
}
