import type { Setup } from '@reveille/contract/people'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Rows, Section } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'

type Finding = Setup[number]

const STATES: Record<Finding['state'], { tone: Tone; word: string }> = {
  wrong: { tone: 'bad', word: 'Fix this' },
  hint: { tone: 'warn', word: 'Good to know' },
  unseen: { tone: 'calm', word: "Can't tell" },
  right: { tone: 'good', word: 'OK' },
}
const WORST_FIRST = Object.keys(STATES)

/** What calls depend on outside: the carrier, the address, mail, storage, speech and backups. */
export function SetupSection() {
  const check = useRequest('Failed to check', { mutationFn: () => call('setup') })
  const findings = check.data?.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
  const wrong = findings?.filter(({ state }) => state === 'wrong').length ?? 0
  return (
    <Section id="setup" title="Setup">
      <p className="text-quiet">
        Check whether this Reveille can make calls, send email and store files. Same as npm run check-setup.
      </p>
      <Button
        look="secondary"
        className="self-start"
        pending={check.isPending && 'Checking…'}
        onClick={() => check.mutate()}
      >
        {findings === undefined ? 'Check the setup' : 'Check again'}
      </Button>
      <Failure complaint={check.complaint} />
      <div role="status" className="flex flex-col gap-3">
        {findings && !check.isPending && (
          <>
            <p className="font-semibold">
              {wrong === 0 ? 'Everything is ready for calls.' : `${wrong} of ${findings.length} must be fixed first.`}
            </p>
            <Rows label="Findings">
              {findings.map((finding) => (
                <FindingLine key={`${finding.what} ${finding.says}`} {...finding} />
              ))}
            </Rows>
          </>
        )}
      </div>
    </Section>
  )
}

function FindingLine({ what, state, says, todo }: Finding) {
  const { tone, word } = STATES[state]
  return (
    <li className="flex flex-col gap-1 py-3 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{what}</span>
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="text-quiet">{says}</span>
      {todo !== null && <span>{`→ ${todo}`}</span>}
    </li>
  )
}
