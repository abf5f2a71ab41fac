import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../api/use-texts.ts'
import { now } from '../../../browser/clock.ts'
import { useLiveUpdates } from '../../../live/live-updates.ts'
import { toastStore } from '../../../ui/toast/toast-store.ts'
import { phoneCodeStatus, requestPhoneCode } from '../api.ts'
import { codeTrouble, type CodeTrouble } from '../phone-failures.ts'
import type { NumberPlace } from '../phone-proof.ts'
import { SENDING, toastCodeSent } from './toast-code-texted.ts'

type Options = {
  /** False where the phone provider texts it: then there is nothing to poll, and no trouble. */
  ours?: boolean
  as?: NumberPlace
  onResent: () => void
  onFailure: (failure: unknown, again: () => void) => void
}

/** The code that we sent to this number: why it is missing (PHONE-6), and how to get another one, by text or call (CODE-3). */
export function useTextedCode(phone: string, { ours, as, onResent, onFailure }: Options) {
  useLiveUpdates()
  const texts = useTexts()
  const { trouble, call } = useSentCode(phone, ours, as)
  const wrong = trouble !== null
  useEffect(() => {
    if (wrong) toastStore.withdraw(SENDING)
  }, [wrong])
  const [sentAt, setSentAt] = useState(now)
  const send = useMutation({
    mutationFn: requestPhoneCode,
    onSuccess(_done, { by }) {
      setSentAt(now())
      toastCodeSent(by ?? (texts ? 'text' : 'call'))
      onResent()
    },
    onError: (failure, wanted) => onFailure(failure, () => send.mutate(wanted)),
  })
  const asked = trouble?.refused ? 0 : sentAt // nothing was sent: nothing to wait for
  const pendingBy = send.isPending ? (send.variables.by ?? 'text') : null
  const request = (by?: 'call') => send.isPending || send.mutate({ phone, as, by })
  return {
    trouble,
    call,
    resend: { sentAt: asked, pending: pendingBy === 'text', onResend: () => void request() },
    callMe: { sentAt: asked, pending: pendingBy === 'call', onResend: () => void request('call') },
  }
}

/** Why the code that we sent is missing; null while nothing is known to be wrong. */
export function useCodeTrouble(phone: string | null): CodeTrouble | null {
  return useSentCode(phone).trouble
}

function useSentCode(phone: string | null, ours = true, as: NumberPlace = 'first') {
  const { data: code } = useQuery({ ...phoneCodeStatus(phone ?? '', as), enabled: ours && phone !== null })
  const status = code?.status
  const call = status === 'calling' || status === 'heard' ? status : null
  return { trouble: codeTrouble(status, code?.callerNumber, useTexts()), call }
}
