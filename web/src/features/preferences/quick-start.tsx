import { VOICES } from '@reveille/core/speech/voices'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { goalWords, struggleWords } from './chosen-words.ts'
import { STARTER } from './wizard-draft.ts'

const CHOSEN = `‘${goalWords(STARTER)}’, ‘${struggleWords(STARTER)}’ and the voice of ${VOICES[STARTER.voice].name}`

/** To hear a call before choosing anything: one press to a ringing phone. */
export function QuickStart({ pending, onTake }: { pending: boolean; onTake: () => void }) {
  return (
    <Callout tone="sun" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-1 basis-64">
        <strong className="block font-semibold">Rather hear a call first?</strong>
        {`We start you with ${CHOSEN}. Change them whenever you like.`}
      </p>
      <Button look="secondary" pending={pending && 'Initiating call...'} onClick={onTake}>
        Call me now
      </Button>
    </Callout>
  )
}
