import type { Account } from '@reveille/contract/accounts'
import { MAIL_CHOICES, type MailChoice, MAILS_ALWAYS } from '@reveille/core/notices/notice'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { account as accountQuery } from '../api/account-query.ts'
import { ONLY_THE_BELL, sendsMail } from '../api/installation.ts'
import { listText } from '../browser/intl.ts'
import { changeAccount } from '../features/accounts/api.ts'
import { CalendarSection } from '../features/accounts/calendar-section.tsx'
import { ConsentsSection } from '../features/accounts/consents/consents-section.tsx'
import { DeletionSection } from '../features/accounts/deletion-section.tsx'
import { ExportSection } from '../features/accounts/export-section.tsx'
import { PasskeysSection } from '../features/accounts/passkeys-section.tsx'
import { ProfileSection } from '../features/accounts/profile-section.tsx'
import { PromptSwitch } from '../features/accounts/prompt-switch.tsx'
import { ActivitySection, SessionsSection } from '../features/accounts/sessions-section.tsx'
import { pausedNames, scheduleList } from '../features/schedules/api.ts'
import { chooseClock, chosenClock, type Clock } from '../format/local-formats.ts'
import { useLiveUpdates } from '../live/live-updates.ts'
import { paths } from '../paths.ts'
import { ProofAsked } from '../proof/proof-asked.tsx'
import { useSession } from '../session/use-session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card, Section } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LoadedPage } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

const ConnectionsSection = lazyPart(
  async () => (await import('../features/accounts/connections-section.tsx')).ConnectionsSection,
)

export function AccountPage() {
  useLiveUpdates()
  const isOwner = useSession().user?.isOwner
  const query = useQuery(accountQuery)
  const { data: schedules } = useQuery(scheduleList) // optional
  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <PageTitle>Account</PageTitle>
      {isOwner && (
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <p>You're an owner of this Reveille. Invite people, and see who's set for tomorrow.</p>
          <ButtonLink to={paths.people} look="secondary">
            People
          </ButtonLink>
        </Card>
      )}
      <LoadedPage query={query} loading="Loading your account..." title="Error Loading Your Account">
        {(data) => <AccountSections account={data} paused={pausedNames(schedules ?? [])} />}
      </LoadedPage>
      <ProofAsked />
    </div>
  )
}

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

function AccountSections({ account, paused }: Props) {
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
