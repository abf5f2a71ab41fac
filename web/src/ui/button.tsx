import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'normal' | 'large' | 'small'

const LOOKS: Record<Look, string> = {
  primary: 'bg-sun text-on-sun border-transparent hover:bg-sun-pressed',
  secondary: 'bg-surface text-ink border-edge hover:border-ink',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-raised',
  danger: 'bg-bad text-ground border-transparent hover:opacity-90',
}
const SIZES: Record<Size, string> = {
  small: 'min-h-11 px-3.5 text-sm',
  normal: 'min-h-12 px-5 text-base',
  large: 'min-h-14 px-7 text-lg',
}

function pressable(look: Look = 'primary', size: Size = 'normal', className?: string): string {
  return classNames(
    'press inline-flex items-center justify-center gap-2 rounded-full border font-semibold text-center leading-tight py-2',
    'disabled:opacity-55 disabled:hover:bg-inherit',
    LOOKS[look],
    SIZES[size],
    className,
  )
}

type ButtonProps = ComponentProps<'button'> & {
  look?: Look
  size?: Size
  /** The label while the request runs. A second press sends nothing. */
  pending?: ReactNode
}

export function Button({ look, size, pending = false, className, children, onClick, type, ...rest }: ButtonProps) {
  const busy = pending !== false
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={pressable(look, size, classNames(busy && 'opacity-75', className))}
    >
      {busy ? pending : children}
    </button>
  )
}

type ButtonLinkProps = {
  to: string
  look?: Look
  size?: Size
  className?: string
  children: ReactNode
  'aria-label'?: string
}

export function ButtonLink({ to, look, size, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link href={to} className={pressable(look, size, className)} {...rest}>
      {children}
    </Link>
  )
}

/** The label says what's loading; the spinning sun is decoration. */
export function Spinner({ label = 'Loading...' }: { label?: string | undefined }) {
  return (
    <div role="status" className="flex flex-col items-center justify-center gap-4 py-20 text-quiet">
      <svg viewBox="0 0 32 32" className="size-9 animate-turn text-sun" aria-hidden="true">
        <circle cx="16" cy="16" r="13" fill="none" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
        <path d="M16 3a13 13 0 0 1 13 13" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      <p>{label}</p>
    </div>
  )
}
