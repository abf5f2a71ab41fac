import { PhoneForm } from '../../features/phones/phone-form.tsx'
import { EntryPage } from '../../ui/page/entry-page.tsx'

export function PhonePage() {
  return (
    <EntryPage
      title="One Last Step to Unlock Your Kickass Mornings"
      lead="Which phone should we call? We'll text you a code to make sure it's yours."
    >
      <PhoneForm />
    </EntryPage>
  )
}
