/** An email without its recipient. */
export type Email = { subject: string; text: string; html: string }

/** Becomes both plain text and HTML, which loads nothing and is legible in both color schemes. */
export type EmailParts = {
  subject: string
  /** By default the subject. */
  headline?: string
  paragraphs: readonly string[]
  steps?: readonly string[]
  link?: Link
  /** Less important content at the end, with its own headings and links. */
  beside?: readonly (Aside | Link)[]
  /** Where to turn off emails like this one. */
  choices?: Link
}
type Link = { label: string; url: string }
type Aside = { title: string; paragraphs: readonly string[] }

/** The headline comes first in both forms, so an inbox shows the code in its preview. */
export function layOutEmail({
  subject,
  headline = subject,
  paragraphs,
  steps = [],
  link,
  beside = [],
  choices,
}: EmailParts): Email {
  const closing = link ? [`${link.label}: ${link.url}`] : []
  const foot = ['-- ', 'Reveille', ...(choices ? [`${choices.label}: ${choices.url}`] : [])].join('\n')
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`)
  const list = steps.length > 0 ? [numbered.join('\n')] : []
  const asides = beside.map((part) => ('url' in part ? `${part.label}: ${part.url}` : asideText(part)))
  const text = [headline, ...paragraphs, ...list, ...closing, ...asides, foot].join('\n\n')
  const body = [
    `<h1 class="headline${/^\d+$/.test(headline) ? ' code' : ''}">${escaped(headline)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(steps.length > 0 ? [`<ol>\n${steps.map((step) => `<li>${escaped(step)}</li>`).join('\n')}\n</ol>`] : []),
    ...(link ? [`<p><a class="button" href="${escaped(link.url)}">${escaped(link.label)}</a></p>`] : []),
    ...beside.map((part) => ('url' in part ? linkHtml(part) : asideHtml(part))),
  ].join('\n')
  return { subject, text, html: page(subject, body, choices) }
}

/** Keeps a right-to-left name from reordering the words around it (UAX #9). */
export const isolated = (name: string): string =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u202b\u202e\u2067]/u.test(
    name,
  )
    ? `\u2068${name}\u2069`
    : name

const asideText = ({ title, paragraphs }: Aside) => [`${title}:`, ...paragraphs].join('\n')

const asideHtml = ({ title, paragraphs }: Aside) =>
  [`<h2>${escaped(title)}</h2>`, ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`)].join('\n')

const linkHtml = ({ label, url }: Link) => `<p><a class="link" href="${escaped(url)}">${escaped(label)}</a></p>`

function page(subject: string, body: string, choices?: Link): string {
  const more = choices ? `<br><a href="${escaped(choices.url)}">${escaped(choices.label)}</a>` : ''
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
body { margin: 0; padding: 32px 16px; background: #faf6ee; color: #1a2036; font: 16px/1.5 system-ui, sans-serif; }
header { max-width: 480px; margin: 0 auto 16px; padding: 0 24px; font-size: 20px; font-weight: 700; }
.mark { display: inline-block; width: 28px; height: 14px; margin-right: 10px; background: #f6a429; border-radius: 14px 14px 0 0; }
main { max-width: 480px; margin: 0 auto; padding: 28px 24px 12px; background: #ffffff; border: 1px solid #e2d8c6; border-radius: 20px; }
.headline { margin: 0 0 16px; font-size: 28px; line-height: 1.25; overflow-wrap: anywhere; }
.code { font-size: 40px; letter-spacing: 0.15em; font-variant-numeric: tabular-nums; }
h2 { margin: 24px 0 8px; font-size: 18px; }
.link { color: inherit; font-weight: 600; }
ol { padding-left: 24px; }
li { margin: 0 0 8px; }
.button { display: inline-block; margin: 8px 0; padding: 12px 24px; border-radius: 24px; background: #f6a429; color: #1e1303; font-weight: 600; text-decoration: none; }
footer { max-width: 480px; margin: 16px auto 0; padding: 0 24px; color: #575d74; font-size: 13px; }
footer a { color: inherit; }
@media (prefers-color-scheme: dark) {
  body { background: #0a0f1d; color: #f4ede1; }
  main { background: #121a2d; border-color: #2a3553; }
  .button { background: #ffb24d; }
  footer { color: #a8b0c6; }
}
</style>
</head>
<body>
<header><span class="mark"></span>Reveille</header>
<main>
${body}
</main>
<footer>Reveille – wake-up calls that actually wake you${more}</footer>
</body>
</html>
`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
