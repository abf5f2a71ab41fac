import { paths } from '@reveille/contract/pages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'

/** Everything from our own origin, nothing inline: scripts, styles, the captcha's worker, speech and recordings. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self' blob:",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Firebase's hosts for phone sign-in: only on the two pages that load it, and only when it is configured (PHONE-4). */
const FIREBASE_PAGES = new Set<string>([paths.phone, paths.firebaseTest])
const firebasePolicy = ({ authDomain, emulatorHost }: NonNullable<Config['firebase']>) => ({
  ...POLICY,
  'script-src': "'self' https://www.google.com https://www.gstatic.com https://apis.google.com",
  'connect-src': [
    "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://www.google.com",
    ...(emulatorHost === null ? [] : [`http://${emulatorHost}`]),
  ].join(' '),
  'frame-src': `https://www.google.com https://recaptcha.google.com https://${authDomain}`,
})

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin', // AUTH-2 reads which of our pages the visitor came from
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

type HeaderSettings = Pick<Config, 'publicUrl' | 'firebase'>

/** The headers of S50 on every response, 404s included. */
export function sendSecurityHeaders(app: FastifyInstance, config: HeaderSettings): void {
  const headersOf = securityHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    done()
  })
}

/** The headers for a path; no cache keeps the API's responses. HSTS exactly when PUBLIC_URL is https. */
export function securityHeaders(config: HeaderSettings): (url: string) => Record<string, string> {
  const policy = written(POLICY)
  const withFirebase = config.firebase && written(firebasePolicy(config.firebase))
  const https = config.publicUrl.startsWith('https:')
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    return {
      ...HEADERS,
      'content-security-policy': withFirebase && FIREBASE_PAGES.has(path) ? withFirebase : policy,
      ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
      ...(path.startsWith('/api/') ? { 'cache-control': 'no-store' } : {}),
    }
  }
}

function written(policy: Record<string, string>): string {
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
