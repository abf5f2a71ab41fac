import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { classNames } from '../ui/class-names.ts'
import { AlarmClock, History, LayoutDashboard, SlidersHorizontal } from '../ui/icons/icons.tsx'

export const APP_PAGES = [
  { to: paths.dashboard, name: 'Dashboard', short: 'Dashboard', Picture: LayoutDashboard },
  { to: paths.preferences, name: 'Preferences', short: 'Preferences', Picture: SlidersHorizontal },
  { to: paths.schedule, name: 'Schedule Call', short: 'Schedule', Picture: AlarmClock },
  { to: paths.history, name: 'Call History', short: 'History', Picture: History },
]

/** On large screens. */
export function SideMenu() {
  return (
    <nav aria-label="Pages" className="sticky top-8 hidden w-52 shrink-0 flex-col gap-1 self-start lg:flex">
      {APP_PAGES.map(({ to, name, Picture }) => (
        <NavLink key={to} to={to}>
          <Picture className="size-5 shrink-0" />
          {name}
        </NavLink>
      ))}
    </nav>
  )
}

/** On small screens, where a thumb reaches it. */
export function BottomBar() {
  const [path] = useLocation()
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 max-[18rem]:grid-cols-2 short:static border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {APP_PAGES.map(({ to, short, Picture }) => (
        <Link
          key={to}
          href={to}
          aria-current={path === to ? 'page' : undefined}
          className={classNames(
            'press flex min-h-16 flex-col items-center justify-center gap-1 text-xs font-medium -outline-offset-4',
            path === to ? 'text-sun-text' : 'text-quiet',
          )}
        >
          <Picture className="size-5" />
          {short}
        </Link>
      ))}
    </nav>
  )
}

export function NavLink({ to, children, className }: { to: string; children: ReactNode; className?: string }) {
  const [path] = useLocation()
  const here = path === to
  return (
    <Link
      href={to}
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'press inline-flex min-h-11 items-center gap-3 rounded-full px-3.5 text-[0.95rem] font-medium hover:bg-raised',
        here ? 'bg-raised font-semibold text-ink' : 'text-quiet',
        className,
      )}
    >
      {children}
    </Link>
  )
}
