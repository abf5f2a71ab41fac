import type { Account } from '@reveille/contract/accounts'
import { MAIL_CHOICES, type MailChoice, MAILS_ALWAYS } from '@reveille/core/notices/notice'
import { useEffect, useState } from 'react'
import { ONLY_THE_BELL, sendsMail } from '../../api/installation.ts'
import { listText } from '../../browser/intl.ts'
import { chooseClock, chosenClock, type Clock } from '../../format/local-formats.ts'
import { Card, Section } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { changeAccount } from './api.ts'
import { CalendarSection } from './calendar-section.tsx'
import { ConsentsSection } from './consents/consents-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection } from './export-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { PromptSwitch } from './prompt-switch.tsx'
import { ActivitySection, SessionsSection } from './sessions-section.tsx'

const ConnectionsSection = lazyPart(async () => (await import('./connections-section.tsx')).ConnectionsSection)

const LABELS: Record<MailChoice, string> = {
  'missed-calls': 'Missed or unconfirmed calls',
  'clock-changes': 'Clock changes',
  schedules: 'One-time calls that ended while paused',
}

/** Which emails are sent; the bell shows everything in any case. */
function MailsSection({ mails }: { mails: Account['mails'] }) {
  return (
    <Section id="mails" title="Email notifications">
      <Card className="flex flex-col divide-y divide-line py-3!">
        {MAIL_CHOICES.map((choice) => (
          <PromptSwitch
            key={choice}
            label={LABELS[choice]}
            checked={mails[choice]}
            onChange={(on) => changeAccount({ mails: { [choice]: on } })}
          />
        ))}
      </Card>
      <p className="text-sm text-quiet">{`We'll always email you ${listText('en', MAILS_ALWAYS)}.`}</p>
    </Section>
  )
}

const OnlyTheBell = () => (
  <Section id="mails" title="Notifications">
    <p className="text-quiet">{ONLY_THE_BELL}</p>
  </Section>
)

/** `paused`: the names of paused schedules. */
type Props = { account: Account; paused: readonly string[] }

export function AccountSections({ account, paused }: Props) {
  useEffect(() => {
    // Emails link to a part of this page that did not exist yet when it opened.
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  // Held here, so every time on the page re-renders.
  const [clock, setClock] = useState(chosenClock)
  function change(chosen: Clock) {
    chooseClock(chosen)
    setClock(chosen)
  }
  return (
    <>
      <ProfileSection account={account} clock={clock} onClock={change} />
      <ConsentsSection account={account} paused={paused} />
      {sendsMail() ? <MailsSection mails={account.mails} /> : <OnlyTheBell />}
      <CalendarSection hasUrl={account.hasCalendarUrl} />
      <ConnectionsSection {...account} />
      <PasskeysSection />
      <SessionsSection />
      <ActivitySection />
      <ExportSection account={account} />
      <DeletionSection />
    </>
  )
}
