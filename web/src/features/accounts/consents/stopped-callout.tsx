import { useQuery } from '@tanstack/react-query'
import { account } from '../../../api/account-query.ts'
import { useTexts } from '../../../api/client-config.ts'
import { Callout } from '../../../ui/callout.tsx'

/** Only the phone itself can resume stopped texts. */
export function textStartWords(callerNumber: string): string {
  return `You stopped our texts. Text START to ${callerNumber} to turn them back on.`
}

/** Texts that the person stopped on the phone, and how to resume them. Announced when it appears. */
export function StoppedCallout() {
  const { data } = useQuery(account)
  const areTexted = useTexts()
  return (
    <div role="status" className="flex flex-col gap-3 not-empty:mt-5">
      {areTexted && data?.texts.stopped && <TextsStopped callsOn={!data.calls.stopped} number={data.callerNumber} />}
    </div>
  )
}

function TextsStopped({ callsOn, number }: { callsOn: boolean; number: string }) {
  const words = textStartWords(number)
  return <Callout tone="warn">{callsOn ? `${words} Your calls stay on.` : words}</Callout>
}
