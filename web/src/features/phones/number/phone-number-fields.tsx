import { CONSENTS } from '@reveille/core/consents/consents'
import type { Ref } from 'react'
import { paths } from '../../../paths.ts'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { Field, fieldLook } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useCallingCodes } from './use-calling-codes.ts'

type Props = {
  country: string
  onCountry: (code: string) => void
  number: string
  onNumber: (number: string) => void
  error: Complaint | null
  hint?: string | undefined
  ref: Ref<HTMLInputElement>
}

const HINT = "Your mobile number. We'll text it a code now and call it in the morning."

export function PhoneNumberFields({ country, onCountry, number, onNumber, error, hint = HINT, ref }: Props) {
  const callingCodes = useCallingCodes()
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
              onChange={(event) => onCountry(event.target.value)}
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
        onChange={(event) => onNumber(event.target.value)}
        className="tabular text-lg"
      />
    </>
  )
}

/** PHONE-14: what the person agrees to by entering the code, in the words that carriers ask for. */
export function CallConsent() {
  return (
    <p className="text-sm text-quiet">
      {CONSENTS['calls-and-texts'].words}{' '}
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
