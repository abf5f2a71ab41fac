import { lazy, Suspense, type ReactNode } from 'react'

const Nothing = (): ReactNode => null

/** Loaded beside the page, as the bell is. Without it a page still works. */
const CarrierTrouble = lazy(async () => {
  const parts = Promise.all([import('../api/queries.tsx'), import('../features/calls/carrier-trouble.tsx')])
  const loaded = await parts.catch(() => null)
  if (loaded === null) return { default: Nothing }
  const [{ Queries }, { CarrierTrouble: Loaded }] = loaded
  return {
    default: (): ReactNode => (
      <Queries>
        <Loaded />
      </Queries>
    ),
  }
})

/** On every page of a signed-in person, while the carrier takes no calls. */
export function CarrierBanner() {
  return (
    <Suspense fallback={null}>
      <CarrierTrouble />
    </Suspense>
  )
}
