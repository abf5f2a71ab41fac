import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../theme/theme.ts'
import { useInBrowser } from '../ui/shared-value.ts'

const ACCOUNT = [paths.account, 'Account'] as const
const LINKS = [
  [paths.help, 'How It Works'],
  [paths.terms, 'Terms'],
  [paths.privacy, 'Privacy'],
] as const
const NAMES: Record<Theme, string> = { auto: 'Automatic', light: 'Light', dark: 'Dark' }

export function Footer() {
  const signedIn = useSession().state === 'signed-in'
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 text-sm text-quiet sm:px-6">
        <p>No spam, no cold calls. Only the calls you schedule.</p>
        <nav aria-label="More" className="flex flex-wrap items-center gap-x-5">
          {[...(signedIn ? [ACCOUNT] : []), ...LINKS].map(([to, name]) => (
            <Link key={to} href={to} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
              {name}
            </Link>
          ))}
          <ThemeChoice />
        </nav>
      </div>
    </footer>
  )
}

function ThemeChoice() {
  const kept = useInBrowser<Theme>(chosenTheme, 'auto')
  const [chosen, setChosen] = useState<Theme | null>(null)
  return (
    <label className="inline-flex min-h-11 items-center gap-2">
      Theme
      <select
        value={chosen ?? kept}
        onChange={(event) => {
          chooseTheme(event.target.value as Theme)
          setChosen(event.target.value as Theme)
        }}
        className="min-h-9 rounded-lg border border-edge bg-surface px-2 text-ink"
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
