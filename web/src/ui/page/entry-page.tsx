import type { ReactNode } from 'react'
import { keepsCookies } from '../../browser/page-features.ts'
import { Callout } from '../callout.tsx'
import { useInBrowser } from '../shared-value.ts'
import { PageTitle } from './page-title.tsx'

/** A single-task page. The lead disappears at a form's second step. */
export function EntryPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="horizon horizon-2 flex flex-1 items-start justify-center px-4 pt-8 pb-28 in-[.app-frame]:max-lg:-mx-4 in-[.app-frame]:max-lg:-my-6 in-[.app-frame]:lg:rounded-[1.75rem] sm:items-center sm:pt-12 in-[.app-frame]:sm:max-lg:-mx-6 in-[.app-frame]:sm:max-lg:-my-8">
      <div className="group/entry w-full max-w-md rounded-[1.75rem] border border-line bg-surface p-6 shadow-xl shadow-(color:--shadow) sm:p-9">
        <PageTitle className="text-3xl!">{title}</PageTitle>
        {lead && <div className="mt-2 text-quiet group-has-data-second-step/entry:hidden">{lead}</div>}
        <CookiesNeeded />
        <div className="mt-6">{children}</div>
      </div>
    </div>
  )
}

/** Not prerendered: only the browser knows. */
function CookiesNeeded() {
  const kept = useInBrowser(keepsCookies, true)
  return (
    !kept && (
      <Callout tone="warn" className="mt-4">
        Your browser blocks cookies. To sign in, allow them for this site.
      </Callout>
    )
  )
}
