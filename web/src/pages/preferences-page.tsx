import { isUntold } from '@reveille/core/preferences/preferences'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { savedPreferences } from '../features/preferences/api.ts'
import { PreferencesSummary } from '../features/preferences/preferences-summary.tsx'
import type { Step } from '../features/preferences/wizard-steps.tsx'
import { paths } from '../paths.ts'
import { Spinner } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LoadedPage } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

/** Loaded apart: people with preferences see the summary first. */
const WizardSteps = lazyPart(async () => (await import('../features/preferences/wizard-steps.tsx')).WizardSteps, {
  meanwhile: <Spinner label="Loading your preferences..." />,
})

export const PreferencesPage = () => (
  <div className="flex flex-col gap-6">
    <PageTitle>Preferences</PageTitle>
    <PreferencesWizard />
  </div>
)

/** The step is in the URL, so Back works. */
function PreferencesWizard() {
  const [, navigate] = useLocation()
  useEffect(() => WizardSteps.fetch(), [])
  const step = stepOf(useSearch())
  const goTo = (next: Step) => navigate(`${paths.preferences}?step=${next}`)
  return (
    <LoadedPage
      query={useQuery(savedPreferences)}
      loading="Loading your preferences..."
      title="Error Loading Preferences"
    >
      {(saved) =>
        step === null && saved !== null && !isUntold(saved) ? (
          <PreferencesSummary saved={saved} onUpdate={() => goTo(1)} />
        ) : (
          <WizardSteps key={step ?? 1} step={step ?? 1} saved={saved} goTo={goTo} />
        )
      }
    </LoadedPage>
  )
}

function stepOf(search: string): Step | null {
  const step = Number(new URLSearchParams(search).get('step'))
  return step === 1 || step === 2 || step === 3 ? step : null
}
