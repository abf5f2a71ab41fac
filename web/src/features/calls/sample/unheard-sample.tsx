import type { Call } from '@reveille/contract/calls'
import { SaveOurNumberInFull } from '../../../contact-card/save-our-number.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Failure } from '../../../ui/form/failure.tsx'
import { unheardWords } from './unheard-words.ts'
import { useSampleCall } from './use-sample-call.ts'

/** In the place of what comes next: a phone that a sample didn't get through to won't ring in the morning either. */
export function UnheardSample({ call }: { call: Call }) {
  const { pending, complaint, start } = useSampleCall()
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="unheard" className="horizon horizon-1 rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9">
        <h2 id="unheard" className="text-2xl sm:text-4xl">
          {unheardWords(call)}
        </h2>
        {call.reason !== null && <p className="mt-3 text-lg">{`${call.reason}.`}</p>}
        <Button className="mt-6" pending={pending && 'Initiating call...'} onClick={start}>
          Call me again
        </Button>
      </section>
      <Failure complaint={complaint} />
      <UnheardHelp />
    </div>
  )
}

/** The settings of a phone that keep us from ringing out loud, open. */
export function UnheardHelp() {
  return (
    <section aria-labelledby="unheard-help">
      <Card className="flex flex-col gap-3 text-quiet">
        <h3 id="unheard-help" className="text-xl text-ink">
          Didn't hear it ring? Save our number and let it through Do Not Disturb
        </h3>
        <SaveOurNumberInFull />
      </Card>
    </section>
  )
}
