import { LegalDocument } from '../features/legal/legal-document.tsx'
import { TERMS } from '../features/legal/terms-texts.ts'

export function TermsPage() {
  return (
    <LegalDocument
      title="Terms & Conditions"
      lead={
        <p>In short: you order wake-up calls to your own phone, we place them, and you can stop them at any time.</p>
      }
      clauses={TERMS}
    />
  )
}
