import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Menu, X } from '../ui/icons/icons.tsx'
import { besidePage } from './beside-page.tsx'

const MenuEntries = besidePage(
  async () => (await import('./menu-entries.tsx')).MenuEntries,
  () => null,
)

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
