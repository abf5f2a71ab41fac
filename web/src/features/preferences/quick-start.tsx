import { VOICES } from '@reveille/core/speech/voices'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import type { Complaint } from '../../ui/form/complaint.ts'
import { Failure } from '../../ui/form/failure.tsx'
import { STARTER } from './wizard-draft.ts'

type Props = { pending: boolean; complaint: Complaint | null; onTake: () => void }

/** To hear a call before choosing anything: one press to a ringing phone. */
export function QuickStart({ pending, complaint, onTake }: Props) {
  return (
    <Callout tone="sun" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64">
        <strong className="block font-semibold">Want to hear one first?</strong>
        {`We'll call you with ${VOICES[STARTER.voice].name}'s voice and our standard message. You can change everything later.`}
      </p>
      <Button look="secondary" pending={pending && 'Initiating call...'} onClick={onTake}>
        Call me now
      </Button>
      <Failure complaint={complaint} />
    </Callout>
  )
}
