import { useState } from 'react'
import { useCodeTrouble } from '../../features/phones/code/phone-code-step.tsx'
import { PhoneBoxesForm } from '../../features/phones/phone-steps.tsx'
import { rememberedPhone } from '../../session/pending-phone-proof.ts'
import { EntryPage } from '../../ui/page/entry-page.tsx'

export function PhoneCodePage() {
  const [phone] = useState(rememberedPhone)
  const trouble = useCodeTrouble(phone)
  return (
    <EntryPage title={trouble?.heading ?? 'Boom. We sent you a code.'}>
      <PhoneBoxesForm phone={phone} />
    </EntryPage>
  )
}
