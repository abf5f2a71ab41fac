import { CONTACT_CARD_PATH, CONTACT_NAME } from '@reveille/core/phones/contact-card'
import { ourNumbers } from '../people/caller-number.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'

/**
 * One contact with all our numbers, because Do Not Disturb and call screening let contacts through. Format version 3.0,
 * which all phones read; every field is a constant or digits.
 */
export const contactCardRoutes: Routes<Services> = (app, { config }) => {
  app.get(CONTACT_CARD_PATH, { config: { public: true } }, (_request, reply) => {
    const lines = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `N:;${CONTACT_NAME};;;`,
      `FN:${CONTACT_NAME}`,
      ...ourNumbers(config).map((number) => `TEL;TYPE=VOICE:${number}`),
      'END:VCARD',
    ]
    return reply
      .headers({ 'content-disposition': 'inline; filename="reveille.vcf"' })
      .type('text/vcard; charset=utf-8')
      .send(lines.map((line) => `${line}\r\n`).join(''))
  })
}
