import { CONTACT_CARD_PATH, LET_US_THROUGH, saveOurNumber } from '@reveille/core/phones/contact-card'
import { type ReactNode, useId } from 'react'
import { Card } from '../ui/card.tsx'
import { ChevronDown } from '../ui/icons/page-icons.tsx'
import { useInBrowser } from '../ui/shared-value.ts'

/** Whether a second carrier may call, as the server wrote into the page: no request, and no text that changes. */
export const haveTwoNumbers = (): boolean => document.documentElement.dataset['numbers'] === '2'

/** Prerendered pages are for an installation with one, so they're hydrated like that. */
export const useTwoNumbers = (): boolean => useInBrowser(haveTwoNumbers, false)

/** The link to our contact card. A phone opens the card by itself. */
export function SaveOurNumber({ className = '' }: { className?: string }) {
  return (
    <div className={className}>
      <SaveLink />
      <details>
        <summary className="flex min-h-11 items-center gap-2 font-semibold">
          Do Not Disturb and call screening
          <ChevronDown className="chevron size-4" />
        </summary>
        <LetUsThrough />
      </details>
    </div>
  )
}

/** With its steps open, for places where people look for them. */
export const SaveOurNumberInFull = () => (
  <>
    <SaveLink />
    <LetUsThrough />
  </>
)

/** A card for somebody who didn't hear a call. */
export function NotHeardCard({ title, children }: { title: string; children?: ReactNode }) {
  const id = useId() // the dashboard may have two
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-3 text-quiet">
        <h3 id={id} className="text-xl text-ink">
          {title}
        </h3>
        <SaveOurNumberInFull />
        {children}
      </Card>
    </section>
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
