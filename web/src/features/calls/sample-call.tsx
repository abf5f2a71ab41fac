import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { reasonOf } from '../../api/api-failure.ts'
import { useRequest } from '../../api/use-request.ts'
import { paths } from '../../paths.ts'
import { takeRing } from '../../session/errand.ts'
import { rememberReturn } from '../../session/pending-phone-proof.ts'
import { recheckSession } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { NextStep } from '../../ui/page/next-step.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { startSample } from './api.ts'

export function useSampleCall() {
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const sample = useRequest('Failed to start sample call', {
    ...startSample,
    onSuccess: () => showToast(INITIATED),
  })

  async function start() {
    if (asking || sample.isPending) return
    sample.forgive()
    setAsking(true)
    const answer = await recheckSession().catch(() => null)
    setAsking(false)
    if (answer === null) return sample.complain(UNKNOWN)
    if (!answer.authenticated) return // the session has ended: SessionKeeper leads to the login page
    const verified = answer.user?.phoneVerified === true
    if (verified) return sample.mutate()
    showToast(UNVERIFIED)
    rememberReturn('page', paths.dashboard)
    navigate(paths.phone)
  }
  return {
    pending: asking || sample.isPending,
    complaint: sample.complaint,
    needsPreferences: sample.complaint !== null && reasonOf(sample.error) === 'preferences-missing',
    start: () => void start(),
  }
}

const INITIATED = {
  title: 'Sample call initiated',
  message: 'A sample wakeup call will be sent to your phone shortly.',
}
const UNKNOWN = { title: 'Error', message: 'Could not verify your phone status. Please try again.' }
const UNVERIFIED = {
  title: 'Phone verification required',
  message: 'Please verify your phone number to receive calls.',
  tone: 'error' as const,
  leadsOn: true as const,
}

type Props = { title: string; reason?: string | null; label: string; children?: ReactNode }

export function CallMe({ title, reason = null, label, children }: Props) {
  const { pending, complaint, start } = useSampleCall()
  const ringIfPromised = useEffectEvent(() => {
    if (takeRing()) start()
  })
  useEffect(() => ringIfPromised(), [])
  return (
    <NextStep title={title} reason={reason} complaint={complaint}>
      <Button pending={pending && 'Initiating call...'} onClick={start}>
        {label}
      </Button>
      {children}
    </NextStep>
  )
}
