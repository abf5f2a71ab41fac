import { Bell } from './icons/icons.tsx'

const MOST_SHOWN = 9

/** The bell of the header; its accessible name includes the number. */
export function BellButton({ unread, popoverTarget }: { unread: number; popoverTarget?: string }) {
  return (
    <button
      ref={handOverFocus}
      type="button"
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
      popoverTarget={popoverTarget}
      className="press relative grid size-11 place-items-center rounded-full text-quiet hover:bg-raised"
    >
      <Bell className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="tabular absolute top-1 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-sun px-1 text-xs font-bold text-on-sun"
        >
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </button>
  )
}

let leftFocused = false

/** The loaded bell replaces a placeholder and takes over its focus. */
function handOverFocus(button: HTMLButtonElement): () => void {
  if (leftFocused) button.focus()
  return () => {
    leftFocused = button === document.activeElement
    queueMicrotask(() => {
      leftFocused = false // only a bell of the same render takes over the focus
    })
  }
}
