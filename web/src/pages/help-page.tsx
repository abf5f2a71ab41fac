import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clientConfig } from '../api/client-config.ts'
import { SaveOurNumberInFull } from '../contact-card/save-our-number.tsx'
import { questions, steps } from '../features/help/help-texts.ts'
import { ContactAddress } from '../features/legal/contact-address.tsx'
import { countriesText } from '../format/country-names.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ChevronDown } from '../ui/icons/page-icons.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

/** A native accordion opens without scripts, and in-page search finds its text. */
export function HelpPage() {
  const signedIn = useSession().state === 'signed-in'
  const { data } = useQuery(clientConfig)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-16 px-4 py-12 sm:px-6 sm:py-16">
      <div>
        <PageTitle className="sm:text-6xl!">How It Works</PageTitle>
        <p className="mt-4 max-w-xl text-lg text-quiet">From sign-up to your first wake-up call in six steps.</p>
        <Steps />
        <ButtonLink to={signedIn ? paths.dashboard : paths.signup} size="large" className="mt-10">
          {signedIn ? 'Go to your dashboard' : 'Get started'}
        </ButtonLink>
      </div>
      <section aria-labelledby="questions">
        <h2 id="questions" className="text-3xl">
          Frequently asked questions
        </h2>
        <div className="mt-6 divide-y divide-line border-y border-line">
          {questions(data && countriesText(data.countries.map(({ code }) => code))).map(
            ({ question, answer, savesOurNumber }) => (
              <Question key={question} question={question} answer={answer}>
                {savesOurNumber && <SaveOurNumberInFull />}
              </Question>
            ),
          )}
        </div>
        <p className="mt-6 text-quiet">
          Something else? Email <ContactAddress />.
        </p>
      </section>
    </div>
  )
}

function Steps() {
  return (
    <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {steps().map(([title, text], index) => (
        <li key={title} className="flex gap-5">
          <span aria-hidden="true" className="tabular font-display text-5xl leading-none font-semibold text-sun-text">
            {index + 1}
          </span>
          <div>
            <h2 className="text-xl">{title}</h2>
            <p className="mt-1 text-quiet">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

type QuestionProps = { question: string; answer: readonly string[]; children: ReactNode }

function Question({ question, answer, children }: QuestionProps) {
  return (
    <details name="questions">
      <summary className="flex min-h-16 items-center justify-between gap-4 py-3 font-display text-lg font-bold">
        {question}
        <ChevronDown className="chevron size-5 shrink-0 text-quiet" />
      </summary>
      <div className="flex max-w-2xl flex-col gap-3 pb-6 text-quiet">
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {children}
      </div>
    </details>
  )
}
