import { CONTACT_CARD_PATH, LET_US_THROUGH, saveOurNumber } from '@reveille/core/phones/contact-card'
import { useSyncExternalStore } from 'react'
import { ChevronDown } from '../ui/icons/page-icons.tsx'

/** Whether a second carrier may call, as the server wrote into the page: no request, and no text that changes. */
export const haveTwoNumbers = (): boolean => document.documentElement.dataset['numbers'] === '2'

const never = () => () => undefined
/** Prerendered pages are for an installation with one, so they're hydrated like that. */
export const useTwoNumbers = (): boolean => useSyncExternalStore(never, haveTwoNumbers, () => false)

/** The link to our contact card. A phone opens the card by itself. */
export function SaveOurNumber({ className = '' }: { className?: string }) {
  return (
    <div className={className}>
      <SaveLink />
      <details className="group/through">
        <summary className="flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          Do Not Disturb and call screening
          <ChevronDown className="size-4 transition-transform group-open/through:rotate-180" />
        </summary>
        <LetUsThrough />
      </details>
    </div>
  )
}

/** With its steps open, for places where people look for them. */
export function SaveOurNumberInFull() {
  return (
    <>
      <SaveLink />
      <LetUsThrough />
    </>
  )
}

function SaveLink() {
  const { link, why } = saveOurNumber(useTwoNumbers())
  return (
    <p>
      <a
        href={CONTACT_CARD_PATH}
        className="font-semibold text-sun-text underline underline-offset-4 hover:no-underline"
      >
        {link}
      </a>{' '}
      {why}
    </p>
  )
}

function LetUsThrough() {
  return (
    <dl className="flex flex-col gap-3">
      {LET_US_THROUGH.map(({ phone, steps }) => (
        <div key={phone}>
          <dt className="font-semibold text-ink">{phone}</dt>
          {steps.map((step) => (
            <dd key={step} className="mt-1">
              {step}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
