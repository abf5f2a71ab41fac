import { useSampleCall } from '../features/calls/use-sample-call.ts'
import { PreferencesWizard } from '../features/preferences/preferences-wizard.tsx'
import { useSession } from '../session/use-session.ts'
import { PageTitle } from '../ui/page/page-title.tsx'

export function PreferencesPage() {
  const { user } = useSession()
  const sample = useSampleCall()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>Preferences</PageTitle>
      <PreferencesWizard ring={user?.phoneVerified ? sample.start : null} />
    </div>
  )
}
