import { paths } from '../../paths.ts'
import { Callout } from '../../ui/callout.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** An active schedule has no next call because its number moved to another account. */
export function UnverifiedCallout() {
  return (
    <Callout tone="warn">
      Your phone isn't verified, so we can't call you. <TextLink to={paths.phone}>Verify a phone number</TextLink>
    </Callout>
  )
}
