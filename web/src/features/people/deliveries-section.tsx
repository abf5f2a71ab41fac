import type { Deliveries } from '@reveille/contract/people'
import { instantText } from '../../format/local-formats.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Row, Rows, Section } from '../../ui/card.tsx'

const STATES: Record<Deliveries[number]['state'], { tone: Tone; word: string }> = {
  delivered: { tone: 'good', word: 'Delivered' },
  waiting: { tone: 'warn', word: 'Waiting' },
  dropped: { tone: 'bad', word: 'Not delivered' },
}

export function DeliveriesSection({ deliveries }: { deliveries: Deliveries }) {
  return (
    <Section id="deliveries" title="Sent to automations">
      <Rows label="Sent to automations">
        {deliveries.map(({ id, kind, name, at, state, answer }) => (
          <Row
            key={id}
            title={kind}
            detail={[name, instantText(new Date(at)), answer].filter((part) => part !== null).join(' · ')}
          >
            <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
