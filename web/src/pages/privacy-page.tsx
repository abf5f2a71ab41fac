import { CONSENTS } from '@reveille/core/consents/consents'
import { PRIVACY } from '@reveille/core/consents/privacy'
import { LegalDocument } from '../features/legal/legal-document.tsx'

export function PrivacyPage() {
  return <LegalDocument title={CONSENTS.terms.privacy} text={PRIVACY} />
}
