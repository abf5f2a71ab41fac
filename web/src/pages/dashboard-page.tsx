import type { Call, MorningTask, Progress } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import type { User } from '@reveille/contract/sign-in'
import { CONSENTS } from '@reveille/core/consents/consents'
import { MINUTE_MS } from '@reveille/core/time/duration'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { account } from '../api/account-query.ts'
import { call } from '../api/call.ts'
import { useRequest } from '../api/use-request.ts'
import { keepAccount } from '../features/accounts/api.ts'
import { StoppedCallout } from '../features/accounts/consents/stopped-callout.tsx'
import { callProgress, carrierState, openMorning, recentCalls } from '../features/calls/api.ts'
import { NextCallCard } from '../features/calls/next-call-card.tsx'
import { OpenMorningCard } from '../features/calls/open-morning-card.tsx'
import { pastMorning } from '../features/calls/past-morning.ts'
import { ProgressPanel } from '../features/calls/progress-panel.tsx'
import { RecentCalls } from '../features/calls/recent-calls.tsx'
import { lastSample, SampleCallCard } from '../features/calls/sample-call-card.tsx'
import { CallMe } from '../features/calls/sample-call.tsx'
import { savedPreferences } from '../features/preferences/api.ts'
import { PreferencesCard } from '../features/preferences/preferences-card.tsx'
import { loadDrafts, saveSchedule, scheduleList } from '../features/schedules/api.ts'
import { underway, type Underway } from '../features/schedules/follow-up-words.ts'
import { NextCallSky } from '../features/schedules/next-call-sky.tsx'
import { ScheduleSection } from '../features/schedules/schedule-section.tsx'
import { welcomeWords } from '../features/setup/welcome-words.ts'
import { browserZone } from '../format/browser-zone.ts'
import { clockTime } from '../format/local-formats.ts'
import { useLiveUpdates } from '../live/live-updates.ts'
import { callsSwitch, paths } from '../paths.ts'
import { ringWhenVerified } from '../session/errand.ts'
import { rememberReturn } from '../session/pending-phone-proof.ts'
import { useRang } from '../session/rang-out-loud.ts'
import { useSession } from '../session/use-session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LoadedPage } from '../ui/page/loaded.tsx'
import { NextStep, QuietLink } from '../ui/page/next-step.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { useIsHere } from '../ui/page/use-is-here.ts'
import { Question } from '../ui/question.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { showToast } from '../ui/toast/toast-store.ts'
import { useNow } from '../ui/use-now.ts'

/** Shown until the first schedule; the button that calls stands in if it can't load. */
const SoundCheck = lazyPart(async () => (await import('../features/calls/sound-check.tsx')).SoundCheck, {
  instead: () => READY,
})

/** Shown for two hours a day; the next call stands in if it can't load. */
const PastMorningSky = lazyPart(async () => (await import('../features/calls/past-morning-sky.tsx')).PastMorningSky, {
  instead: ({ next }) => next,
})

/** Rarely shown; the page works without it. */
const TravelPrompt = lazyPart(async () => (await import('../features/schedules/travel-prompt.tsx')).TravelPrompt, {
  instead: () => null,
})

/** Only until a voice is chosen; the preferences' own step stands in if it can't load. */
const FirstVoice = lazyPart(async () => (await import('../features/preferences/first-voice.tsx')).FirstVoice, {
  instead: () => <ButtonLink to={paths.preferences}>Choose a voice</ButtonLink>,
})

const READY = (
  <CallMe title="Ready when you are." label="Call me now">
    <QuietLink to={paths.schedule}>or set tomorrow's call</QuietLink>
  </CallMe>
)

const CALLS_OFF = (
  <NextStep title="All calls are off." complaint={null}>
    <p className="basis-full text-lg">We won't call you until you turn them back on.</p>
    <ButtonLink to={callsSwitch}>Turn calls back on</ButtonLink>
  </NextStep>
)

const useAreOff = (): boolean => useQuery(account).data?.calls.stopped === true

export function DashboardPage() {
  const isUnconfirmed = useLiveUpdates()?.isLong
  const { user } = useSession()
  const schedules = useQuery(scheduleList)
  const calls = useQuery(recentCalls)
  const preferences = useQuery(savedPreferences)
  const progress = useQuery(callProgress) // optional
  const task = useQuery(openMorning).data?.task ?? null
  const morning = underway(schedules.data ?? [], calls.data ?? [], useNow(MINUTE_MS))
  const failed = [schedules, calls, preferences].find(({ data, error }) => data === undefined && error !== null)
  const loaded =
    !failed && schedules.data && calls.data && preferences.data !== undefined
      ? { schedules: schedules.data, calls: calls.data, user }
      : undefined
  return (
    <div className="flex flex-col gap-8">
      <Welcome morning={morning} user={user} schedules={isUnconfirmed ? undefined : schedules.data} />
      {morning === null && <Questions schedules={loaded?.schedules ?? []} user={user} progress={progress} />}
      <div
        className={task === null ? 'flex flex-col gap-6' : 'overflow-hidden rounded-[1.75rem] [&>section]:rounded-none'}
      >
        {loaded && <Hero {...loaded} morning={morning} task={task} progress={progress.data} />}
        <OpenMorningCard />
      </div>
      <LoadedPage
        query={{ data: loaded, error: failed?.error }}
        loading="Loading your dashboard..."
        title="Error Loading Dashboard"
      >
        {(data) => <Parts {...data} progress={progress} />}
      </LoadedPage>
    </div>
  )
}

type WelcomeProps = { morning: Underway | null; user: User | null; schedules: readonly Schedule[] | undefined }

/** Steps back during a call, whose card is the page's heading then. */
function Welcome({ morning, user, schedules }: WelcomeProps) {
  const areOff = useAreOff()
  const isCall = morning?.at === null
  return (
    <div>
      <PageTitle className={isCall ? 'text-lg! text-quiet' : ''}>Ready to Take Charge, Boss!</PageTitle>
      {!isCall && (
        <p className="mt-2 text-lg text-quiet">{welcomeWords(user?.name ?? null, areOff ? undefined : schedules)}</p>
      )}
      <p role="status" className="sr-only">
        {isCall && morning.isRinging ? 'Your phone is ringing' : (morning?.words ?? (areOff && 'All calls are off'))}
      </p>
      <StoppedCallout />
    </div>
  )
}

type LoadedProps = { schedules: readonly Schedule[]; calls: readonly Call[]; user: User | null }

/** Not asked while a call is under way. */
function Questions({ schedules, user, progress }: Omit<LoadedProps, 'calls'> & { progress: UseQueryResult<Progress> }) {
  return (
    <>
      <LadderQuestion />
      <FirmOffer progress={progress} />
      <TravelPrompt schedules={schedules} />
      {user?.phoneVerified === false && schedules.some(({ isActive }) => isActive) && <UnverifiedCallout />}
    </>
  )
}

/** People who agreed to fewer calls are asked once. */
function LadderQuestion() {
  const { data } = useQuery(account)
  const { mutate, isPending, complaint } = useRequest('Failed to save', {
    mutationFn: (agreed: boolean) => call('answerLadder', { body: { agreed } }).then(keepAccount),
    onSuccess: (_account, agreed) => agreed && showToast({ title: "We'll call until you're up" }),
  })
  if (!data?.asksForLadder) return null
  return (
    <Question yes="Yes, until I'm up" no="Not now" pending={isPending} complaint={complaint} onAnswer={mutate}>
      {CONSENTS['calls-and-texts'].asked}
    </Question>
  )
}

/** Offered after two mornings slept through, at most every two weeks. */
function FirmOffer({ progress: { data } }: { progress: UseQueryResult<Progress> }) {
  const { mutate, isPending, complaint } = useRequest('Failed to save', {
    mutationFn: (accepted: boolean) => call('answerFirmOffer', { body: { accepted } }),
    onSuccess: ({ message: title }, accepted) => accepted && showToast({ title }),
  })
  if (!data?.offersFirm) return null
  return (
    <Question yes="Turn on Firm" no="Not now" pending={isPending} complaint={complaint} onAnswer={mutate}>
      Two mornings slipped by. Ask for three digits from now on?
    </Question>
  )
}

const isSetUp = (user: User | null): boolean => user?.phoneVerified === true && user.isPersonalized

type HeroProps = LoadedProps & { morning: Underway | null; task: MorningTask | null; progress: Progress | undefined }

/** A call under way, today's morning, or the next call. */
function Hero({ schedules, calls, user, morning, task, progress }: HeroProps) {
  const areOff = useAreOff()
  const carrier = useQuery(carrierState).data
  const sample = lastSample(calls)
  const rang = useRang(sample?.id)
  const past = pastMorning(calls, useNow(MINUTE_MS))
  const step = (
    <NextCallSky
      morning={morning}
      task={task}
      carrier={carrier}
      wasSilent={rang === false}
      schedules={schedules}
      withoutSchedules={
        sample !== null && isSetUp(user) ? (
          <SoundCheck key={sample.id} call={sample} heard={<UsualMorning />} />
        ) : (
          user !== null && <SetupSteps user={user} hadCall={calls.some(({ phase }) => phase === 'ended')} />
        )
      }
    />
  )
  const next = areOff && morning === null ? CALLS_OFF : step
  if (morning !== null || task !== null || past === null) return next
  return <PastMorningSky key={past.id} morning={past} schedules={schedules} progress={progress} next={next} />
}

/** One step at a time to the first call: a voice, a number, and the phone rings. */
function SetupSteps({ user, hadCall }: { user: User; hadCall: boolean }) {
  const { isPersonalized, phoneVerified } = user
  const [, navigate] = useLocation()
  const isHere = useIsHere()
  function askNumber() {
    ringWhenVerified()
    rememberReturn('page', paths.dashboard)
    navigate(paths.phone)
  }
  if (!isPersonalized) return <FirstVoice onChosen={() => phoneVerified || (isHere() && askNumber())} />
  if (phoneVerified && !hadCall) return READY
  if (phoneVerified)
    return (
      <NextStep title="When should we call next?" complaint={null}>
        <ButtonLink to={paths.schedule}>Set my next call</ButtonLink>
      </NextStep>
    )
  return (
    <NextStep title="One last step: your number." reason="Then your phone rings" complaint={null}>
      <Button onClick={askNumber}>Verify your phone</Button>
    </NextStep>
  )
}

function Parts({ schedules, calls, user, progress }: LoadedProps & { progress: UseQueryResult<Progress> }) {
  const areOff = useAreOff()
  return (
    <div className="grid items-start gap-x-8 gap-y-10 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
      <ScheduleSection schedules={schedules} />
      <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
        {user?.phoneVerified === true && <NextCallCard schedules={schedules} />}
        {!areOff && <SampleCallCard user={user} calls={calls} isToldAbove={isSetUp(user) && schedules.length === 0} />}
        <ProgressPanel progress={progress} />
        <PreferencesCard />
      </div>
      <RecentCalls calls={calls} />
    </div>
  )
}

/** An active schedule has no next call because its number moved to another account. */
function UnverifiedCallout() {
  return (
    <Callout tone="warn">
      Your phone isn't verified, so we can't call you. <TextLink to={paths.phone}>Verify a phone number</TextLink>
    </Callout>
  )
}

/** Saves the form's defaults without opening it. */
function UsualMorning() {
  const { mutate, isPending, complaint } = useRequest('Failed to save schedule', {
    async mutationFn() {
      const { newDraft, validSchedule } = await loadDrafts()
      return saveSchedule({ id: null, schedule: validSchedule(newDraft(browserZone())) })
    },
  })
  return (
    <NextStep title="That's your morning." complaint={complaint}>
      <Button pending={isPending && 'Saving…'} onClick={() => mutate()}>
        {`Set it for ${clockTime('06:30')}`}
      </Button>
      <QuietLink to={paths.schedule}>or choose your own time</QuietLink>
    </NextStep>
  )
}
