const APP_SCRIPT = /\n *<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Puts the script of before-paint.ts first in the head, blocking: the page is never painted in the wrong colours. A page
 * that can be read before any other script runs (`later` names what it loads then) is started by it too, once it is
 * painted; the empty shell, null, needs the app for that and keeps its own start.
 */
export function withFirstScript(html: string, first: string, later: readonly string[] | null): string {
  const app = APP_SCRIPT.exec(html)?.[1]
  if (app === undefined) throw new Error('this page does not start the app')
  const data = later === null ? '' : ` data-app="${[app, ...later].join(' ')}"`
  const rest = later === null ? html : html.replace(APP_SCRIPT, '')
  return rest.replace('<title>', `<script src="${first}"${data}></script>\n    <title>`)
}
