import { CONTACT_CARD_PATH, LET_US_THROUGH, WHY_SAVE } from '@reveille/core/phones/contact-card'
import { ChevronDown } from '../ui/icons/page-icons.tsx'

/** The link to our contact card. A phone opens the card by itself. */
export function SaveOurNumber({ className = '' }: { className?: string }) {
  return (
    <div className={className}>
      <p>
        <SaveLink /> {WHY_SAVE}
      </p>
      <details className="group/through">
        <summary className="flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          Do Not Disturb and call screening
          <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open/through:rotate-180" />
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
      <p>
        <SaveLink /> {WHY_SAVE}
      </p>
      <LetUsThrough />
    </>
  )
}

function SaveLink() {
  return (
    <a href={CONTACT_CARD_PATH} className="font-semibold text-sun-text underline underline-offset-4 hover:no-underline">
      Save our number
    </a>
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
