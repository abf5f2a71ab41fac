import type { ReactNode } from 'react'

/** A message for everybody on this page, above it; false shows nothing. Announced to screen readers when it appears. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <div className="border-b border-warn/30 bg-warn-tint px-4 py-2.5 text-center text-warn sm:px-6">{children}</div>
      )}
    </div>
  )
}
