import type { Account } from '@reveille/contract/accounts'
import { useEffect, useState } from 'react'
import { chooseClock, chosenClock, type Clock } from '../../format/local-formats.ts'
import { ActivitySection } from './activity-section.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { ConsentsSection } from './consents/consents-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection } from './export-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** `paused`: the names of paused schedules. */
type Props = { account: Account; paused: readonly string[] }

/** Everything about the account, from frequent changes to one-time actions. */
export function AccountSections({ account, paused }: Props) {
  useEffect(() => {
    // Emails link to a part of this page that did not exist yet when it opened.
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  // Held here, so that every time on the page is redrawn.
  const [clock, setClock] = useState(chosenClock)
  function change(chosen: Clock) {
    chooseClock(chosen)
    setClock(chosen)
  }
  return (
    <>
      <ProfileSection account={account} clock={clock} onClock={change} />
      <ConsentsSection account={account} paused={paused} />
      <MailsSection mails={account.mails} />
      <CalendarSection hasUrl={account.hasCalendarUrl} />
      <SessionsSection />
      <ActivitySection />
      <ExportSection account={account} />
      <DeletionSection email={account.email} />
    </>
  )
}
