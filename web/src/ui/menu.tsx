import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Ellipsis } from './icons/page-icons.tsx'

export type MenuItem = { label: string; isDangerous?: boolean } & ({ to: string } | { run: () => void })

type Props = { label: string; items: readonly MenuItem[]; ref: Ref<HTMLButtonElement> }

/**
 * A menu behind three dots: opens on a press, an arrow, Enter or Space, and closes on Escape, Tab or a press outside. The
 * focus returns to the button before an item runs, so a dialog returns it there.
 */
export function Menu({ label, items, ref }: Props) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])
  function close() {
    box.current?.querySelector('button')?.focus()
    setOpen(false)
  }
  return (
    <div ref={box} className="relative">
      <button
        ref={ref}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
        className="press grid size-11 place-items-center rounded-full text-quiet hover:bg-raised"
      >
        <Ellipsis className="size-5" />
      </button>
      {open && <Choices label={label} items={items} close={close} />}
    </div>
  )
}

function Choices({ label, items, close }: { label: string; items: readonly MenuItem[]; close: () => void }) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape' || event.key === 'Tab') return close() // Tab goes on from the button
    const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const choice = steppedTo(event.key, choices)
    if (choice === null) return
    event.preventDefault() // an arrow doesn't scroll the page
    choice.focus()
  }
  return (
    <div
      ref={focusFirst}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="absolute top-full right-0 z-30 mt-1 flex w-max min-w-44 animate-settle flex-col rounded-field border border-line bg-surface p-1.5 shadow-xl shadow-(color:--shadow)"
    >
      {items.map((item) => (
        <Choice key={item.label} item={item} close={close} />
      ))}
    </div>
  )
}

function Choice({ item, close }: { item: MenuItem; close: () => void }) {
  const look = classNames(
    'flex min-h-11 items-center rounded-lg px-3.5 text-left font-semibold hover:bg-raised focus-visible:-outline-offset-2',
    item.isDangerous ? 'text-bad' : 'text-ink',
  )
  if ('to' in item)
    return (
      <Link href={item.to} role="menuitem" tabIndex={-1} className={look}>
        {item.label}
      </Link>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close()
        item.run()
      }}
      className={look}
    >
      {item.label}
    </button>
  )
}

const focusFirst = (menu: HTMLElement | null) => menu?.querySelector<HTMLElement>('[role=menuitem]')?.focus()

function steppedTo(key: string, choices: readonly HTMLElement[]): HTMLElement | null {
  const index = choices.findIndex((choice) => choice === document.activeElement)
  if (key === 'ArrowDown') return choices[(index + 1) % choices.length] ?? null
  if (key === 'ArrowUp') return choices.at(Math.max(index, 0) - 1) ?? null
  if (key === 'Home') return choices[0] ?? null
  if (key === 'End') return choices.at(-1) ?? null
  return null
}
