import { CONSENTS } from '@reveille/core/consents/consents'
import { privacyOf } from '@reveille/core/consents/privacy'
import { sendsMail } from '../api/installation.ts'
import { LegalDocument } from '../features/legal/legal-document.tsx'

export function PrivacyPage() {
  return <LegalDocument title={CONSENTS.terms.privacy} text={privacyOf(sendsMail())} />
}
