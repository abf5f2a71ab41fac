import { PreferencesWizard } from '../features/preferences/preferences-wizard.tsx'
import { PageTitle } from '../ui/page-title.tsx'

export function PreferencesPage() {
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>Preferences</PageTitle>
      <PreferencesWizard />
    </div>
  )
}
