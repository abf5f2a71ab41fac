import { PreferencesWizard } from '../features/preferences/preferences-wizard.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

export const PreferencesPage = () => (
  <div className="flex flex-col gap-6">
    <PageTitle>Preferences</PageTitle>
    <PreferencesWizard />
  </div>
)
