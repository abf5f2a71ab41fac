import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Check } from '../../ui/icons/icons.tsx'

type Props = { phoneVerified: boolean; hasPreferences: boolean }

/** The steps between a new account and the first ring: always one next step, and how many are left. */
export function SetupSteps({ phoneVerified, hasPreferences }: Props) {
  const steps = [
    { name: 'Verify your phone', done: phoneVerified, to: paths.phone },
    { name: 'Say what you get up for', done: hasPreferences, to: paths.preferences },
    { name: 'Schedule your first call', done: false, to: paths.schedule },
  ]
  const next = steps.find(({ done }) => !done)
  const left = steps.filter(({ done }) => !done).length
  return (
    <section aria-labelledby="setup" className="horizon horizon-1 rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9">
      <h2 id="setup" className="text-2xl sm:text-4xl">
        {left === 1 ? 'One step to your first ring' : `${left === 2 ? 'Two' : 'Three'} steps to your first ring`}
      </h2>
      <ol className="mt-5 flex flex-col gap-2.5 text-lg">
        {steps.map(({ name, done }, index) => (
          <li key={name} className="flex items-center gap-3">
            <span
              className={`grid size-8 shrink-0 place-items-center rounded-full font-display font-semibold ${done ? 'bg-sun text-on-sun' : 'border border-current'}`}
            >
              {done ? <Check aria-hidden="true" strokeWidth={3} className="size-4" /> : index + 1}
            </span>
            {name}
            {done && <span className="sr-only">(done)</span>}
          </li>
        ))}
      </ol>
      {next && (
        <ButtonLink to={next.to} className="mt-6">
          {next.name}
        </ButtonLink>
      )}
    </section>
  )
}
