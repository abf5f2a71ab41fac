import { useTexts } from '../../api/served-texts.ts'
import { PhoneByTextForm } from '../../features/phones/phone-steps.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'

export function PhoneByTextPage() {
  const lead = `${useTexts() ? "We'll text you a code" : "We'll call you with a code"} to make sure it's yours.`
  return (
    <EntryPage title="Which phone should we call?" lead={lead}>
      <PhoneByTextForm />
    </EntryPage>
  )
}
