import { paths } from '../../paths.ts'
import { Callout } from '../../ui/callout.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** Why an active schedule has no coming call: the number went to another account (PHONE-11). */
export function UnverifiedCallout() {
  return (
    <Callout tone="warn">
      Your phone isn't verified, so we can't call you. <TextLink to={paths.phone}>Verify a phone number</TextLink>
    </Callout>
  )
}
