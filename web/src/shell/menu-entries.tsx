import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { APP_PAGES, NavLink } from './signed-in-navigation.tsx'
import { useLogout } from './use-logout.ts'

const ENTRIES = [...APP_PAGES, { to: paths.help, name: 'Help' }, { to: paths.account, name: 'Account' }]

export function MenuEntries() {
  const { pending, logout } = useLogout()
  const isOwner = useSession().user?.isOwner
  return (
    <nav
      id="mobile-menu"
      aria-label="Menu"
      className="absolute inset-x-0 top-full flex animate-settle flex-col gap-1 border-b border-line bg-surface p-4 shadow-xl"
    >
      {isOwner && (
        <NavLink to={paths.people} className="text-lg!">
          People
        </NavLink>
      )}
      {ENTRIES.map(({ to, name }) => (
        <NavLink key={to} to={to} className="text-lg!">
          {name}
        </NavLink>
      ))}
      <button
        type="button"
        aria-disabled={pending || undefined}
        onClick={logout}
        className="press min-h-11 rounded-full px-3.5 text-left text-lg font-medium text-quiet hover:bg-raised"
      >
        {pending ? 'Logging out...' : 'Logout'}
      </button>
    </nav>
  )
}
