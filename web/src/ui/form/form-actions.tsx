import type { ReactNode } from 'react'

/** A form's buttons, always within reach of a thumb; the page scrolls so that they never cover the focused element. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap gap-3 border-t border-line bg-ground px-4 py-3 short:static lg:static lg:mx-0 lg:border-0 lg:p-0">
      {children}
    </div>
  )
}
