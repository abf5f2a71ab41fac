import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { Menu, X } from '../ui/icons/icons.tsx'
import { NavLink } from './nav-link.tsx'
import { useLogout } from './use-logout.ts'

const ENTRIES = [
  [paths.dashboard, 'Dashboard'],
  [paths.preferences, 'Preferences'],
  [paths.schedule, 'Schedule Call'],
  [paths.history, 'Call History'],
  [paths.help, 'Help'],
  [paths.account, 'Account'],
] as const

/** SHELL-4, and the account. Closes on Escape, on choosing a page and on a press outside. */
export function MobileMenu() {
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
        {open ? <X aria-hidden="true" className="size-6" /> : <Menu aria-hidden="true" className="size-6" />}
      </button>
      {open && <MenuPanel onClose={close} />}
    </div>
  )
}

function MenuPanel({ onClose }: { onClose: () => void }) {
  const { pending, logout } = useLogout()
  return (
    <>
      <div aria-hidden="true" className="fixed inset-0 top-16 bg-black/40" onClick={onClose} />
      <nav
        id="mobile-menu"
        aria-label="Menu"
        className="absolute inset-x-0 top-full flex animate-settle flex-col gap-1 border-b border-line bg-surface p-4 shadow-xl"
      >
        {ENTRIES.map(([to, name]) => (
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
    </>
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
