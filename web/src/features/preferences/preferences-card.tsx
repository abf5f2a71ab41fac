import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { savedPreferences } from './api.ts'
import { PreferencesList } from './preferences-summary.tsx'

export function PreferencesCard() {
  const { data: saved } = useQuery(savedPreferences)
  return (
    <section aria-labelledby="preferences">
      <Card className="flex flex-col items-start gap-4">
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <h2 id="preferences" className="text-xl">
            Preferences
          </h2>
          {saved && (
            <ButtonLink
              to={paths.preferences}
              look="quiet"
              size="small"
              className="-my-2 -mr-3.5"
              aria-label="Edit preferences"
            >
              Edit
            </ButtonLink>
          )}
        </div>
        {saved ? (
          <PreferencesList saved={saved} />
        ) : (
          <>
            <p className="text-quiet">Tell us what gets you up and pick a voice. We build every call around it.</p>
            <ButtonLink to={paths.preferences} look="secondary">
              Set Up Your Preferences
            </ButtonLink>
          </>
        )}
      </Card>
    </section>
  )
}
