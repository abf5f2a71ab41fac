import type { ReactNode } from 'react'

/** A message above the page; false shows nothing. Announced when it appears. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <div className="border-b border-warn/30 bg-warn-tint px-4 py-2.5 text-center text-warn sm:px-6">{children}</div>
      )}
    </div>
  )
}
