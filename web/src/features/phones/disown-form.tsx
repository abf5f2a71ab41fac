import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { disownNumber } from './api.ts'

const EXPIRED = 'This link has expired. Please log in and check your wake-up number in Account.'

/** One press, so that a scanner that follows the link changes nothing (S71). */
export function DisownForm({ token }: { token: string }) {
  const disown = useMutation(disownNumber)
  if (disown.isSuccess) return <Paused />
  return (
    <div className="flex flex-col gap-5">
      {disown.isError && (
        <Callout tone="bad">
          <p role="alert">{messageOf(disown.error, EXPIRED)}</p>
        </Callout>
      )}
      <Button look="danger" pending={disown.isPending && 'Pausing…'} onClick={() => disown.mutate(token)}>
        That wasn&apos;t me: pause my calls
      </Button>
      <p className="text-sm text-quiet">If it was you, close this page. There&apos;s nothing to do.</p>
    </div>
  )
}

function Paused() {
  return (
    <div className="flex flex-col gap-5">
      <Callout tone="sun">
        <p role="status">
          <strong>Your calls are paused.</strong> Nobody will get them, and every other browser has been signed out.
        </p>
      </Callout>
      <p>
        To get them back, log in with an emailed code and verify your number. Your schedules are just as you left them.
      </p>
      <ButtonLink to={`${paths.login}?returnTo=${encodeURIComponent(paths.phone)}`}>
        Log in and set my number
      </ButtonLink>
    </div>
  )
}
