import type { Account } from '@reveille/contract/accounts'
import { useEffect } from 'react'
import { ActivitySection } from './activity-section.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { ConsentsSection } from './consents/consents-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { ExportSection } from './export-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Everything about the account, from frequent changes to one-time actions. */
export function AccountSections({ account }: { account: Account }) {
  useEffect(() => {
    // Emails link to a part of this page that did not exist yet when it opened.
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <>
      <ProfileSection account={account} />
      <ConsentsSection account={account} />
      <MailsSection mails={account.mails} />
      <CalendarSection hasUrl={account.hasCalendarUrl} />
      <SessionsSection />
      <ActivitySection />
      <ExportSection account={account} />
      <DeletionSection email={account.email} />
    </>
  )
}
