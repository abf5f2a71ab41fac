import { CONSENTS, type Clause, type LegalText } from '@reveille/core/consents/consents'
import { formatDate } from '../../browser/intl.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { ContactAddress } from './contact-address.tsx'

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const updated = (month: string) => `Last updated: ${formatDate('en-US', MONTH, new Date(month)) ?? month}`

export function LegalDocument({ title, text: { lead, clauses, added } }: { title: string; text: LegalText }) {
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16">
      <PageTitle className="sm:text-5xl!">{title}</PageTitle>
      <p className="mt-3 text-quiet">{updated(CONSENTS.terms.version.slice(0, 7))}</p>
      <div className="mt-6 text-lg">
        <p>{lead}</p>
      </div>
      <ol className="mt-10 flex flex-col gap-9">
        <Clauses clauses={clauses} from={1} />
        <li>
          <h2 className="text-xl">{`${clauses.length + 1}. Contact`}</h2>
          <p className="mt-2">
            Email <ContactAddress />. A real person reads every message.
          </p>
        </li>
      </ol>
      <h2 className="mt-14 text-2xl">Added since</h2>
      <p className="mt-3 text-quiet">{updated(added.since)}</p>
      <ol className="mt-8 flex flex-col gap-9">
        <Clauses clauses={added.clauses} from={clauses.length + 2} />
      </ol>
    </article>
  )
}

function Clauses({ clauses, from }: { clauses: readonly Clause[]; from: number }) {
  return clauses.map(({ title, paragraphs, list }, index) => (
    <li key={title}>
      <h2 className="text-xl">{`${from + index}. ${title}`}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-2">
          {paragraph}
        </p>
      ))}
      {list && (
        <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-6">
          {list.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      )}
    </li>
  ))
}
