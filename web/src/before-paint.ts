// Runs before the first paint, from a file of its own: the content security policy allows nothing inline. Without
// imports, because a blocking script must be one small file.
const script = document.currentScript
/** However slow, after the page is loaded it is painted by then, unless this browser does not tell. */
const PAINTED_BY_THEN_MS = 500
applyTheme()
const [app, ...beside] = script?.dataset['app']?.split(' ') ?? []
if (app !== undefined) {
  startAfterPaint(app, beside)
  keepEarlyPresses()
}

/** The same rule as theme/theme.ts. */
function applyTheme(): void {
  const chosen = storedTheme()
  const hour = new Date().getHours()
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
  else if (hour >= 20 || hour < 6) document.documentElement.dataset['theme'] = 'dark'
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null // storage may be switched off
  }
}

/** A prerendered page can be read without the app: on a slow line its words and fonts come first. */
function startAfterPaint(source: string, neededToo: readonly string[]): void {
  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const href of neededToo) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
    }
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: source }),
    )
  }
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  // A page in the background is not painted, and must be ready when it is looked at.
  addEventListener('load', () => setTimeout(start, document.hidden ? 0 : PAINTED_BY_THEN_MS))
}

/**
 * Until the app is there, nobody answers a button, and a form would send what was typed in the page's address. So what
 * is pressed waits, and is pressed again once the page says that it is ready (shell/page-ready.tsx).
 */
function keepEarlyPresses(): void {
  const pressed = new Set<HTMLElement>()
  const keep = (event: Event, button: HTMLElement | null | undefined) => {
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    pressed.add(button)
  }
  const keepClick = (event: Event) =>
    keep(event, event.target instanceof Element ? event.target.closest('button') : null)
  // Enter in a field presses the button of its form, but for one that is not enabled before the app is there.
  const keepEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || endsComposition(event) || !(event.target instanceof HTMLInputElement)) return
    keep(event, event.target.form?.querySelector<HTMLElement>('[type=submit]'))
  }
  const pressAgain = () => {
    document.removeEventListener('click', keepClick, true)
    document.removeEventListener('keydown', keepEnter, true)
    for (const button of pressed) button.click()
  }
  document.addEventListener('click', keepClick, true)
  document.addEventListener('keydown', keepEnter, true)
  // A moment later: what was typed early is taken over first (ui/form/use-typed-early.ts).
  document.addEventListener('page-ready', () => setTimeout(pressAgain), { once: true })
}

/** Whether an input method takes this Enter for the word that is being composed; Safari tells by the key's code alone. */
function endsComposition(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
