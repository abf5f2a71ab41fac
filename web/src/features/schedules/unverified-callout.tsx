import { paths } from '../../paths.ts'
import { Callout } from '../../ui/callout.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** Why an active schedule has no coming call: the number went to another account (PHONE-11). */
export function UnverifiedCallout() {
  return (
    <Callout tone="warn">
      Your phone is not verified, so your schedules do not ring.{' '}
      <TextLink to={paths.phone}>Verify a phone number</TextLink>
    </Callout>
  )
}
