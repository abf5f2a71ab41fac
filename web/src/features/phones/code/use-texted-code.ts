import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clientConfig } from '../../../api/client-config.ts'
import { toastStore } from '../../../ui/toast/toast-store.ts'
import { phoneCodeStatus, sendPhoneCode } from '../api.ts'
import { codeTrouble, type CodeTrouble } from '../phone-failures.ts'
import type { NumberPlace } from '../phone-proof.ts'
import { SENDING, toastCodeTexted } from './toast-code-texted.ts'

type Options = {
  /** False where the phone provider texts it: then there is nothing to poll, and no trouble. */
  ours?: boolean
  as?: NumberPlace
  onResent: () => void
  onFailure: (failure: unknown, again: () => void) => void
}

/** The code that we texted to this number: why it is missing (PHONE-6), and how to get another one (CODE-3). */
export function useTextedCode(phone: string, { ours, as, onResent, onFailure }: Options) {
  const trouble = useCodeTrouble(phone, ours, as)
  const wrong = trouble !== null
  useEffect(() => {
    if (wrong) toastStore.withdraw(SENDING)
  }, [wrong])
  const [sentAt, setSentAt] = useState(() => Date.now())
  const send = useMutation({
    ...sendPhoneCode,
    onSuccess() {
      setSentAt(Date.now())
      toastCodeTexted()
      onResent()
    },
    onError: (failure, wanted) => onFailure(failure, () => send.mutate(wanted)),
  })
  return {
    trouble,
    resend: {
      sentAt: trouble?.refused ? 0 : sentAt, // nothing was sent: nothing to wait for
      pending: send.isPending,
      onResend: () => send.mutate({ phone, as }),
    },
  }
}

/** Why the code that we texted is missing; null while nothing is known to be wrong. */
export function useCodeTrouble(phone: string | null, ours = true, as: NumberPlace = 'first'): CodeTrouble | null {
  const { data: code } = useQuery({ ...phoneCodeStatus(phone ?? '', as), enabled: ours && phone !== null })
  const { data: config } = useQuery(clientConfig)
  return codeTrouble(code?.status, config?.callerNumber)
}
