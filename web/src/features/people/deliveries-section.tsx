import type { Deliveries } from '@reveille/contract/people'
import { instantText } from '../../format/local-formats.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, Section } from '../../ui/card.tsx'

const STATES: Record<Deliveries[number]['state'], { tone: Tone; word: string }> = {
  delivered: { tone: 'good', word: 'Delivered' },
  waiting: { tone: 'warn', word: 'Waiting' },
  dropped: { tone: 'bad', word: 'Not delivered' },
}

/** The latest webhook events, and the receiver's responses. */
export function DeliveriesSection({ deliveries }: { deliveries: Deliveries }) {
  return (
    <Section id="deliveries" title="Sent to automations">
      <Card className="py-2!">
        <ul aria-label="Sent to automations" className="divide-y divide-line">
          {deliveries.map(({ id, kind, name, at, state, answer }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-3">
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-semibold">{kind}</span>
                <span className="text-sm text-quiet">
                  {[name, instantText(new Date(at)), answer].filter((part) => part !== null).join(' · ')}
                </span>
              </span>
              <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
