import { useState } from 'react'
import { PhoneCodeStep } from './phone-code-step.tsx'
import { PhoneNumberStep } from './phone-number-step.tsx'
import type { PhoneProof } from './phone-proof.ts'

/** The number, then the code. The proof outlives its steps: a code is confirmed by the session that sent it. */
export function PhoneSteps({ proof }: { proof: PhoneProof }) {
  const [typed, setTyped] = useState({ country: '+1', number: '' })
  const [phone, setPhone] = useState<string | null>(null)
  const back = () => {
    proof.reset()
    setPhone(null)
  }
  return phone === null ? (
    <PhoneNumberStep proof={proof} typed={typed} onTyped={setTyped} onSent={setPhone} />
  ) : (
    <PhoneCodeStep proof={proof} phone={phone} onBack={back} />
  )
}
