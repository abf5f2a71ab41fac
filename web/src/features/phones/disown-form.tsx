import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { disownNumber } from './api.ts'
import type { NumberPlace } from './phone-proof.ts'

const EXPIRED = 'This link has expired. Please log in and check your wake-up number in Account.'

/** Takes a press, so link scanners change nothing. */
export function DisownForm({ token, as }: { token: string; as: NumberPlace }) {
  const disown = useMutation(disownNumber)
  if (disown.isSuccess) return as === 'first' ? <Paused /> : <SecondDropped />
  return (
    <div className="flex flex-col gap-5">
      {disown.isError && (
        <Callout tone="bad">
          <p role="alert">{messageOf(disown.error, EXPIRED)}</p>
        </Callout>
      )}
      <Button
        look="danger"
        pending={disown.isPending && (as === 'first' ? 'Pausing…' : 'Stopping…')}
        onClick={() => disown.mutate(token)}
      >
        {as === 'first' ? "That wasn't me. Pause my calls" : "That wasn't me. Don't call it"}
      </Button>
      <p className="text-sm text-quiet">If it was you, you can close this page.</p>
    </div>
  )
}

function SecondDropped() {
  return (
    <div className="flex flex-col gap-5">
      <Callout tone="sun">
        <p role="status">
          <strong>We won&apos;t call that number.</strong> We&apos;ll still call your wake-up number, and every other
          browser has been signed out.
        </p>
      </Callout>
      <ButtonLink to={`${paths.login}?returnTo=${encodeURIComponent(paths.account)}`}>
        Log in and check my account
      </ButtonLink>
    </div>
  )
}

function Paused() {
  return (
    <div className="flex flex-col gap-5">
      <Callout tone="sun">
        <p role="status">
          <strong>Your calls are paused.</strong> We won&apos;t call either number, and every other browser has been
          signed out.
        </p>
      </Callout>
      <p>To get them back, log in and verify your number. Your schedules are just as you left them.</p>
      <ButtonLink to={`${paths.login}?returnTo=${encodeURIComponent(paths.phone)}`}>
        Log in and set my number
      </ButtonLink>
    </div>
  )
}
