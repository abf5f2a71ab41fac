import { PhoneByTextForm } from '../../features/phones/phone-by-text-form.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'

export function PhoneByTextPage() {
  return (
    <EntryPage title="Which phone should we call?" lead="We'll text you a code to make sure it's yours.">
      <PhoneByTextForm />
    </EntryPage>
  )
}
