/** A mail without its addressee. */
export type Letter = { subject: string; text: string; html: string }

/**
 * What a letter says: its first line large, then paragraphs, then perhaps one link. The same words make the text and the
 * HTML; nothing is loaded from anywhere, and both colour schemes are legible.
 */
export type LetterParts = {
  subject: string
  headline: string
  paragraphs: readonly string[]
  link?: Link
  /** Where mails like this one can be turned off. */
  choices?: Link
}
type Link = { label: string; url: string }

/** The headline comes first in both forms: a code is seen in the preview line of every inbox. */
export function letter({ subject, headline, paragraphs, link, choices }: LetterParts): Letter {
  const closing = link ? [`${link.label}: ${link.url}`] : []
  const foot = ['-- ', 'Reveille', ...(choices ? [`${choices.label}: ${choices.url}`] : [])].join('\n')
  const text = [headline, ...paragraphs, ...closing, foot].join('\n\n')
  const body = [
    `<h1 class="headline">${escaped(headline)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(link ? [`<p><a class="button" href="${escaped(link.url)}">${escaped(link.label)}</a></p>`] : []),
  ].join('\n')
  return { subject, text, html: page(subject, body, choices) }
}

function page(subject: string, body: string, choices?: Link): string {
  const more = choices ? ` - <a href="${escaped(choices.url)}">${escaped(choices.label)}</a>` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 20px; background: #fff7ed; color: #1c1917; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: #ffffff; border-radius: 16px; }
.headline { margin: 0 0 16px; font-size: 28px; line-height: 1.25; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 12px 20px; border-radius: 12px; background: #9a3412; color: #ffffff; }
footer { max-width: 480px; margin: 16px auto 0; font-size: 13px; }
footer a { color: inherit; }
@media (prefers-color-scheme: dark) {
  body { background: #1c1917; color: #fafaf9; }
  main { background: #292524; }
  .button { background: #fdba74; color: #1c1917; }
}
</style>
</head>
<body>
<main>
${body}
</main>
<footer>Reveille - wake-up calls by telephone${more}</footer>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
