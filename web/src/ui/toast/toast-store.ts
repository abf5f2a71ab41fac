export type Toast = {
  id: number
  title: string
  message?: string
  tone: 'info' | 'error'
  /** One action, such as undo. */
  action?: { label: string; run: () => void }
  /** A newer toast with the same subject replaces this one. */
  about?: string
  /** Keeps an error that explains a redirect; others disappear with their page. */
  leadsOn?: true
}
export type NewToast = Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }

/** Time to read twelve words twice (ms); errors stay longer. */
const STAYS_MS = { info: 6_000, error: 10_000 }
const AT_MOST = 3

/** The toasts of one page. Timers pause while somebody reads or reaches for one. */
class ToastStore {
  #toasts: readonly Toast[] = []
  #nextId = 1
  #held = false
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = (): readonly Toast[] => this.#toasts

  show({ tone = 'info', ...toast }: NewToast): void {
    const shown: Toast = { ...toast, tone, id: this.#nextId++ }
    const replaced = this.#toasts.find((old) => isReplaced(old, shown))
    if (replaced) this.dismiss(replaced.id)
    this.#set([...this.#toasts, shown].slice(-AT_MOST))
    if (!this.#held) this.#start(shown)
  }

  /** Withdraws the toasts on this subject. */
  withdraw(about: string): void {
    for (const toast of this.#toasts) if (toast.about === about) this.dismiss(toast.id)
  }

  /** Dismisses the errors of the page that is left. */
  leavePage(): void {
    for (const { id, tone, leadsOn } of this.#toasts) if (tone === 'error' && !leadsOn) this.dismiss(id)
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    this.#set(this.#toasts.filter((toast) => toast.id !== id))
  }

  hold(held: boolean): void {
    if (this.#held === held) return
    this.#held = held
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    if (!held) for (const toast of this.#toasts) this.#start(toast)
  }

  #start({ id, tone }: Toast): void {
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), STAYS_MS[tone]),
    )
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts
    for (const listener of this.#listeners) listener()
  }
}

function isReplaced(old: Toast, { title, message, about }: Toast): boolean {
  return (old.title === title && old.message === message) || (about !== undefined && old.about === about)
}

export const toastStore = new ToastStore()

/** Shows a short message: `title` in bold, `message` under it. */
export function showToast(toast: NewToast): void {
  toastStore.show(toast)
}
