import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { BellButton } from '../ui/bell-button.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Menu, UserRound, X } from '../ui/icons/icons.tsx'
import { besidePage } from './beside-page.tsx'
import { NavLink } from './signed-in-navigation.tsx'
import { useLogout } from './use-logout.ts'

const MenuEntries = besidePage(
  async () => (await import('./menu-entries.tsx')).MenuEntries,
  () => null,
)

/** The menu on a phone. Closes on Escape, on choosing a page and on a press outside. */
function MobileMenu() {
  const [openOn, setOpenOn] = useState<string | null>(null)
  const [path] = useLocation()
  const open = openOn === path
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpenOn(null)
  useCloseOnEscape(open, () => {
    close()
    button.current?.focus()
  })
  return (
    <div className="md:hidden">
      <button
        ref={button}
        type="button"
        aria-label={open ? 'Close menu' : 'Open menu'}
        aria-expanded={open}
        aria-controls="mobile-menu"
        onClick={() => setOpenOn(open ? null : path)}
        className="press grid size-11 place-items-center rounded-full hover:bg-raised"
      >
        {open ? <X className="size-6" /> : <Menu className="size-6" />}
      </button>
      {open && (
        <>
          <div aria-hidden="true" className="fixed inset-0 top-16 bg-black/40" onClick={close} />
          <MenuEntries />
        </>
      )}
    </div>
  )
}

function useCloseOnEscape(open: boolean, close: () => void) {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

const Bell = besidePage(
  async () => (await import('../features/notices/notices-bell.tsx')).NoticesBell,
  () => <BellButton unread={0} />,
)

export function Header() {
  const signedIn = useSession().state === 'signed-in'
  return (
    <header className="relative z-30 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-16 max-w-7xl flex-wrap items-center justify-between gap-x-2 px-4 sm:px-6">
        <Link
          href={signedIn ? paths.dashboard : paths.landing}
          aria-label="Reveille home"
          className="-ml-2 flex min-h-11 items-center rounded-xl px-2"
        >
          <Logo />
        </Link>
        {signedIn ? <SignedInLinks /> : <SignedOutLinks />}
      </div>
    </header>
  )
}

/** A sun half above its horizon, and the name. */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#101a36" />
        <path d="M7 21a9 9 0 0 1 18 0z" fill="#ffb24d" />
        <path d="M4.5 21h23" stroke="#ffdca6" strokeWidth="1.8" strokeLinecap="round" />
        <path d="M10 25h12" stroke="#ffb24d" strokeOpacity="0.55" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
      <span className="font-display text-xl font-bold tracking-tight">Reveille</span>
    </span>
  )
}

const VISITOR_PAGES = [
  ['How It Works', paths.help],
  ['Log in', paths.login],
  ['Sign up', paths.signup],
] as const

function SignedOutLinks() {
  const [path] = useLocation()
  return (
    <nav aria-label="Main" className="flex flex-wrap items-center sm:gap-2">
      {VISITOR_PAGES.map(([name, to]) => (
        <ButtonLink
          key={to}
          to={to}
          look={to === paths.signup && path !== to ? 'primary' : 'quiet'}
          size="small"
          className={classNames('whitespace-nowrap max-sm:px-2.5', to === paths.help && 'max-sm:hidden')} // in the footer too
        >
          {name}
        </ButtonLink>
      ))}
    </nav>
  )
}

/** Beside logging out at every width. */
function AccountLink() {
  const [path] = useLocation()
  const here = path === paths.account
  return (
    <Link
      href={paths.account}
      aria-label="Account"
      title="Account"
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'press grid size-11 place-items-center rounded-full hover:bg-raised',
        here ? 'bg-raised text-ink' : 'text-quiet',
      )}
    >
      <UserRound className="size-5" />
    </Link>
  )
}

function SignedInLinks() {
  const { pending, logout } = useLogout()
  return (
    <div className="flex flex-wrap items-center gap-1">
      <nav aria-label="Main" className="hidden items-center whitespace-nowrap md:flex max-lg:[&_a]:px-2.5">
        <NavLink to={paths.dashboard}>Dashboard</NavLink>
        <NavLink to={paths.preferences}>Preferences</NavLink>
        <NavLink to={paths.schedule}>Schedule Call</NavLink>
        <NavLink to={paths.help}>Help</NavLink>
      </nav>
      <Bell />
      <AccountLink />
      <Button
        look="quiet"
        size="small"
        className="font-medium text-quiet max-md:hidden"
        pending={pending && 'Logging out...'}
        onClick={logout}
      >
        Logout
      </Button>
      <MobileMenu />
    </div>
  )
}
