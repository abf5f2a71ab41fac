import type { Call, Progress } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import type { User } from '@reveille/contract/sign-in'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { LadderQuestion } from '../features/accounts/consents/ladder-question.tsx'
import { StoppedCallout } from '../features/accounts/consents/stopped-callout.tsx'
import { callProgress, recentCalls } from '../features/calls/api.ts'
import { FirmOffer } from '../features/calls/firm-offer.tsx'
import { NextCallCard } from '../features/calls/next-call-card.tsx'
import { OpenMorningCard } from '../features/calls/open-morning-card.tsx'
import { ProgressPanel } from '../features/calls/progress-panel.tsx'
import { RecentCalls } from '../features/calls/recent-calls.tsx'
import { SampleCallCard, UnheardSample, unheardSample } from '../features/calls/sample-call-card.tsx'
import { savedPreferences } from '../features/preferences/api.ts'
import { PreferencesCard } from '../features/preferences/preferences-card.tsx'
import { scheduleList } from '../features/schedules/api.ts'
import { NextCallSky } from '../features/schedules/next-call-sky.tsx'
import { ScheduleSection } from '../features/schedules/schedule-section.tsx'
import { UnverifiedCallout } from '../features/schedules/unverified-callout.tsx'
import { SetupSteps, welcomeWords } from '../features/setup/setup-steps.tsx'
import { useLiveUpdates } from '../live/live-updates.ts'
import { useSession } from '../session/use-session.ts'
import { Spinner } from '../ui/button.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

/** Rarely shown, so the first screen doesn't wait for it and works without it. */
const TravelPrompt = lazy(async () => {
  const part = await import('../features/schedules/travel-prompt.tsx').catch(() => null)
  return { default: part?.TravelPrompt ?? (() => null) }
})

export function DashboardPage() {
  const isUnconfirmed = useLiveUpdates()?.isLong
  const { user } = useSession()
  const schedules = useQuery(scheduleList)
  const calls = useQuery(recentCalls)
  const preferences = useQuery(savedPreferences)
  const progress = useQuery(callProgress) // optional
  const failed = [schedules, calls, preferences].find(({ data, error }) => data === undefined && error !== null)
  return (
    <div className="flex flex-col gap-8">
      <div>
        <PageTitle>Ready to Take Charge, Boss!</PageTitle>
        <p className="mt-2 text-lg text-quiet">
          {welcomeWords(user?.name ?? null, isUnconfirmed ? undefined : schedules.data)}
        </p>
        <StoppedCallout />
      </div>
      <OpenMorningCard />
      <LadderQuestion />
      <FirmOffer progress={progress} />
      {failed && (
        <ErrorState
          title="Error Loading Dashboard"
          error={failed.error}
          otherwise="Failed to load your data. Please try again."
        />
      )}
      {!failed && (!schedules.data || !calls.data || preferences.data === undefined) && (
        <Spinner label="Loading your dashboard..." />
      )}
      {!failed && schedules.data && calls.data && preferences.data !== undefined && (
        <Parts schedules={schedules.data} calls={calls.data} user={user} progress={progress} />
      )}
    </div>
  )
}

type PartsProps = {
  schedules: readonly Schedule[]
  calls: readonly Call[]
  user: User | null
  progress: UseQueryResult<Progress>
}

function Parts({ schedules, calls, user, progress }: PartsProps) {
  const unheard = unheardSample(calls)
  const isSetUp = user?.phoneVerified === true && user.isPersonalized
  return (
    <>
      <Suspense fallback={null}>
        <TravelPrompt schedules={schedules} />
      </Suspense>
      {user?.phoneVerified === false && schedules.some(({ isActive }) => isActive) && <UnverifiedCallout />}
      <NextCallSky
        schedules={schedules}
        calls={calls}
        withoutSchedules={
          unheard !== null && isSetUp ? (
            <UnheardSample call={unheard} />
          ) : (
            user !== null && (
              <SetupSteps
                phoneVerified={user.phoneVerified}
                hasPreferences={user.isPersonalized}
                lastCall={calls.find(({ phase }) => phase === 'ended')?.kind ?? null}
              />
            )
          )
        }
      />
      <div className="grid items-start gap-x-8 gap-y-10 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <ScheduleSection schedules={schedules} />
        <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
          {user?.phoneVerified === true && <NextCallCard schedules={schedules} />}
          <SampleCallCard user={user} calls={calls} isToldAbove={isSetUp && schedules.length === 0} />
          <ProgressPanel progress={progress} />
          <PreferencesCard />
        </div>
        <RecentCalls calls={calls} />
      </div>
    </>
  )
}
