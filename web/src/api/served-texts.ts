/** The meta element in which a served page says whether this installation texts anybody. */
export const TEXTS_META = 'reveille-texts'

let built = true

/** Renders the pages that are built next for an installation with or without texts. */
export function buildWithTexts(texts: boolean): void {
  built = texts
}

/** What the page as it was served says; null where it says nothing. */
export function servedTexts(): boolean | null {
  if (typeof document === 'undefined') return built
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${TEXTS_META}"]`)?.content
  return said === undefined ? null : said === 'on'
}
