import { paths, provenByText } from '../../../paths.ts'
import { rememberReturn } from '../../../session/pending-phone-proof.ts'
import { TextLink } from '../../../ui/text-link.tsx'

/** PHONE-11: why no texts come to a number that a call proved, and how to get them. */
export function NoTextsYet() {
  return (
    <>
      You verified your number by call, so it may be a landline. We won&apos;t text it until you{' '}
      <span onClickCapture={() => rememberReturn('page', paths.account)}>
        <TextLink to={provenByText}>verify it by text</TextLink>
      </span>
      .
    </>
  )
}
