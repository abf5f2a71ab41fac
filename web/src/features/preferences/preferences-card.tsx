import { isUntold } from '@reveille/core/preferences/preferences'
import { VOICES } from '@reveille/core/speech/voices'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { savedPreferences } from './api.ts'
import { PreferencesList } from './preferences-summary.tsx'

export function PreferencesCard() {
  const { data: saved } = useQuery(savedPreferences)
  const told = saved && !isUntold(saved) ? saved : null
  return (
    <section aria-labelledby="preferences">
      <Card className="flex flex-col items-start gap-4">
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <h2 id="preferences" className="text-xl">
            Preferences
          </h2>
          {told && (
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
        {told ? (
          <PreferencesList saved={told} />
        ) : (
          <>
            <p className="text-quiet">
              {saved
                ? `${VOICES[saved.voice].name} will call you. Tell us what gets you up, and you'll hear it.`
                : 'Tell us what gets you up and pick a voice. We build every call around it.'}
            </p>
            <ButtonLink to={paths.preferences} look="secondary">
              {saved ? "Make tomorrow's call yours" : 'Set Up Your Preferences'}
            </ButtonLink>
          </>
        )}
      </Card>
    </section>
  )
}
