import { useState } from 'react'
import { NoPhoneStored, PhoneBoxesForm } from '../features/phone/phone-boxes-form.tsx'
import { rememberedPhone } from '../session/phone-errand.ts'
import { EntryPage } from '../ui/entry-page.tsx'

export function PhoneCodePage() {
  const [phone] = useState(rememberedPhone)
  return (
    <EntryPage title="Boom. We sent you a code.">
      {phone === null ? <NoPhoneStored /> : <PhoneBoxesForm phone={phone} />}
    </EntryPage>
  )
}
