import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { ContactAddress } from './contact-address.tsx'

export type Clause = { title: string; paragraphs: readonly string[]; list?: readonly string[] }

/** A text to be read: one narrow column, numbered, with the address to ask at its end. */
export function LegalDocument({
  title,
  lead,
  clauses,
}: {
  title: string
  lead: ReactNode
  clauses: readonly Clause[]
}) {
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16">
      <PageTitle className="sm:text-5xl!">{title}</PageTitle>
      <p className="mt-3 text-quiet">Last updated: August 2025</p>
      <div className="mt-6 text-lg">{lead}</div>
      <ol className="mt-10 flex flex-col gap-9">
        {clauses.map((clause, index) => (
          <li key={clause.title}>
            <ClauseText clause={clause} number={index + 1} />
          </li>
        ))}
        <li>
          <h2 className="text-xl">{`${clauses.length + 1}. Contact`}</h2>
          <p className="mt-2">
            Write to <ContactAddress />. A person reads it.
          </p>
        </li>
      </ol>
    </article>
  )
}

function ClauseText({ clause: { title, paragraphs, list }, number }: { clause: Clause; number: number }) {
  return (
    <>
      <h2 className="text-xl">{`${number}. ${title}`}</h2>
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
    </>
  )
}
