import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { takeRing } from '../../session/errand.ts'
import { Button } from '../../ui/button.tsx'
import { NextStep } from '../../ui/page/next-step.tsx'
import { useSampleCall } from './use-sample-call.ts'

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
