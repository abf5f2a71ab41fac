import { callConsent } from '@reveille/core/consents/consents'
import type { Ref } from 'react'
import { useTexts } from '../../../api/client-config.ts'
import { paths } from '../../../paths.ts'
import { type Complaint, Field, fieldLook } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { NumberPlace } from '../phone-proof.ts'
import { useCallingCodes } from './countries.ts'
import type { PhoneDraft } from './phone-draft.ts'
import { useAsTyped } from './use-as-typed.ts'

type Props = {
  as: NumberPlace
  /** False if a provider texts the code: it calls no landline. */
  byOurText: boolean
  draft: Pick<PhoneDraft, 'country' | 'number' | 'e164'>
  change: (change: Partial<PhoneDraft>) => void
  /** Clears the errors, because the person corrects the number. */
  forgive: () => void
  error: Complaint | null
  ref: Ref<HTMLInputElement>
}

const HINTS = {
  first: {
    text: "Your phone number. We'll text it a code now, or call it if it's a landline, and call it in the morning.",
    provider: "Your mobile number. We'll text it a code now and call it in the morning.",
    call: "We'll call it with a code now, and in the morning.",
  },
  second: {
    text: "Another phone of yours. We'll text it a code now, or call it if it's a landline.",
    provider: "Another phone of yours. We'll text it a code now.",
    call: "Another number of yours. We'll call it with a code now.",
  },
}

export function PhoneNumberFields({ as, byOurText, draft, change, forgive, error, ref }: Props) {
  const { country, number } = draft
  const hint = HINTS[as][!useTexts() ? 'call' : byOurText ? 'text' : 'provider']
  const callingCodes = useCallingCodes()
  const offered = callingCodes.map(({ code }) => code)
  const { onChange, format } = useAsTyped(draft, (typed, asTyped) => {
    change(asTyped?.(typed, country, offered) ?? { number: typed, e164: null })
  })
  const choose = (chosen: string) => {
    forgive()
    change({ ...(format?.(number, chosen, offered) ?? { number, e164: null }), country: chosen })
  }
  return (
    <>
      {callingCodes.length > 0 && (
        <Field label="Country code">
          {(ids) => (
            <select
              {...ids}
              name="country"
              autoComplete="tel-country-code"
              value={country}
              onChange={(event) => choose(event.target.value)}
              className={fieldLook}
            >
              {callingCodes.map(({ code, flag, name }) => (
                <option key={code} value={code}>
                  {`${flag} ${name} (${code})`}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <TextField
        ref={ref}
        label="Phone number"
        type="tel"
        name="phone"
        inputMode="tel"
        autoComplete="tel-national"
        value={number}
        error={error}
        hint={hint}
        onChange={(event) => {
          forgive()
          onChange(event)
        }}
        className="tabular text-lg"
      />
    </>
  )
}

/** The consent that carriers require, in their words. */
export function CallConsent() {
  return (
    <p className="text-sm text-quiet">
      {callConsent(useTexts()).words}{' '}
      <TextLink to={paths.terms} newTab>
        Terms
      </TextLink>
      {' · '}
      <TextLink to={paths.privacy} newTab>
        Privacy
      </TextLink>
    </p>
  )
}
