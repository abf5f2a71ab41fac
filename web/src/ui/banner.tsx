import type { ReactNode } from 'react'

/** What everybody on this page has to know for now, above it; false shows nothing. Spoken when it appears. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <p className="border-b border-warn/30 bg-warn-tint px-4 py-2.5 text-center text-warn sm:px-6">{children}</p>
      )}
    </div>
  )
}
