const APP_SCRIPT = /\n *<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Puts before-paint.ts first in the head, as a blocking script: the page is never painted in the wrong theme. It also
 * starts a prerendered page once it is painted (`later` names what it loads then); the empty shell, null, needs the app
 * to render and keeps its own start.
 */
export function withFirstScript(html: string, first: string, later: readonly string[] | null): string {
  const app = APP_SCRIPT.exec(html)?.[1]
  if (app === undefined) throw new Error('this page does not start the app')
  const data = later === null ? '' : ` data-app="${[app, ...later].join(' ')}"`
  const rest = later === null ? html : html.replace(APP_SCRIPT, '')
  return rest.replace('<title>', `<script src="${first}"${data}></script>\n    <title>`)
}
