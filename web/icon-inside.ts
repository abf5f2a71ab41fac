const ICON_LINK = 'href="/icon.svg"'

/** Inlines the tab's icon: most browsers fetch it at every first visit, and it is smaller than a request. */
export function withIconInside(html: string, svg: string): string {
  if (!html.includes(ICON_LINK)) throw new Error('this page has no link to its icon')
  return html.replace(ICON_LINK, `href="data:image/svg+xml,${encodeURIComponent(svg)}"`)
}
