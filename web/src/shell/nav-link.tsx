import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { classNames } from '../ui/class-names.ts'

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
