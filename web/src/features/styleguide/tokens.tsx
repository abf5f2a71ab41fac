import { retryHint } from '../../format/retry-hint.ts'
import { Section } from '../../ui/card.tsx'

const COLOURS = [
  ['ground', 'surface', 'raised', 'line', 'edge', 'ink', 'quiet'],
  ['sun', 'sun-pressed', 'on-sun', 'sun-text', 'sun-tint'],
  ['good', 'good-tint', 'bad', 'bad-tint', 'warn', 'warn-tint', 'calm-tint'],
  ['sky-top', 'sky-mid', 'sky-low', 'sky-glow', 'earth'],
]

const WORDS = [
  ['text-(length:--text-time) font-display font-semibold tabular leading-none', 'time', '6:30'],
  ['text-(length:--text-hero) font-display font-bold leading-none', 'hero', 'Your morning is calling.'],
  ['text-3xl font-display font-bold', 'page title', 'Ready to Take Charge, Boss!'],
  ['text-xl font-display font-bold', 'part', 'Your Wake-Up Schedule'],
  ['text-lg', 'lead', "You're set for tomorrow."],
  ['text-base', 'text', retryHint()],
  ['text-sm text-quiet', 'aside', 'The phone that should ring in the morning.'],
] as const

/** The design tokens: colors of the active theme, the type scale, corners and motion. */
export function Tokens() {
  return (
    <Section id="tokens" title="Tokens">
      {COLOURS.map((row) => (
        <ul key={row[0]} className="flex flex-wrap gap-3">
          {row.map((name) => (
            <li key={name} className="w-24 text-sm">
              <span className="block h-14 rounded-field border border-line" style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      ))}
      <dl className="flex flex-col gap-3">
        {WORDS.map(([look, name, words]) => (
          <div key={name}>
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className={look}>{words}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-6">
        <div className="grid size-28 place-items-center rounded-card border border-edge">card</div>
        <div className="grid size-28 place-items-center rounded-field border border-edge">field</div>
        <div className="grid size-28 place-items-center rounded-full border border-edge">full</div>
        <div className="grid size-28 place-items-center rounded-full border border-sun-text motion-safe:animate-ring">
          ring
        </div>
        <button type="button" className="press grid size-28 place-items-center rounded-card border border-edge">
          press
        </button>
      </div>
    </Section>
  )
}
