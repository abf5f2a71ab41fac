type Addresses = { publicUrl: string; open: readonly string[]; closed: readonly string[] }
type TextFile = { type: string; text: string }

/** robots.txt and the site map. Both name the address of this installation. */
export function searchEngineFiles({ publicUrl, open, closed }: Addresses): Record<string, TextFile> {
  const robots = [
    'User-agent: *',
    ...['/api/', '/callbacks/', ...closed].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ]
  return {
    '/robots.txt': { type: 'text/plain; charset=utf-8', text: robots.join('\n') },
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', text: siteMap(publicUrl, open) },
  }
}

function siteMap(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
}
