import { LegalDocument } from '../features/legal/legal-document.tsx'
import { PRIVACY } from '../features/legal/privacy-texts.ts'

export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      lead={
        <p>In short: we know what we need to wake you, we share and sell none of it, and you can see or delete it.</p>
      }
      clauses={PRIVACY}
    />
  )
}
