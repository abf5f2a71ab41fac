import { isUntold } from '@reveille/core/preferences/preferences'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { savedPreferences } from '../features/preferences/api.ts'
import { PreferencesSummary } from '../features/preferences/preferences-summary.tsx'
import type { Step } from '../features/preferences/wizard-steps.tsx'
import { paths } from '../paths.ts'
import { Spinner } from '../ui/button.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

/** Loaded apart: people with preferences see the summary first. */
const loadSteps = async () => ({ default: (await import('../features/preferences/wizard-steps.tsx')).WizardSteps })
const WizardSteps = lazy(loadSteps)

export const PreferencesPage = () => (
  <div className="flex flex-col gap-6">
    <PageTitle>Preferences</PageTitle>
    <PreferencesWizard />
  </div>
)

/** The step is in the URL, so Back works. */
function PreferencesWizard() {
  const { data: saved, error } = useQuery(savedPreferences)
  const [, navigate] = useLocation()
  useEffect(() => void loadSteps().catch(() => undefined), [])
  const step = stepOf(useSearch())
  const goTo = (next: Step) => navigate(`${paths.preferences}?step=${next}`)
  if (error && saved === undefined) return <ErrorState title="Error Loading Preferences" error={error} />
  if (saved === undefined) return LOADING
  if (step === null && saved !== null && !isUntold(saved))
    return <PreferencesSummary saved={saved} onUpdate={() => goTo(1)} />
  return (
    <Suspense fallback={LOADING}>
      <WizardSteps key={step ?? 1} step={step ?? 1} saved={saved} goTo={goTo} />
    </Suspense>
  )
}

const LOADING = <Spinner label="Loading your preferences..." />

function stepOf(search: string): Step | null {
  const step = Number(new URLSearchParams(search).get('step'))
  return step === 1 || step === 2 || step === 3 ? step : null
}
