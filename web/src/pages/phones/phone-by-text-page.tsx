import { PhoneByTextForm } from '../../features/phones/phone-by-text-form.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'

export function PhoneByTextPage() {
  return (
    <EntryPage
      title="Which phone should ring?"
      lead="We text it a code, so that nobody can order calls for somebody else."
    >
      <PhoneByTextForm />
    </EntryPage>
  )
}
