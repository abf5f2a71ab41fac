import { PhoneForm } from '../../features/phones/phone-form.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'

export function PhonePage() {
  return (
    <EntryPage
      title="One Last Step to Unlock Your Kickass Mornings"
      lead="Tell us which phone should ring. We text it a code, so that nobody can order calls for somebody else."
    >
      <PhoneForm />
    </EntryPage>
  )
}
