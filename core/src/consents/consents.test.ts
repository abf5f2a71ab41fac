import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { CONSENTS, type ConsentKind } from './consents.ts'
import { privacyOf } from './privacy.ts'
import { SIGNALS_WORDS } from './signals-words.ts'
import { termsOf } from './terms.ts'

/** The words of every version anyone agreed to. Add a line for new words; never change one. */
const FINGERPRINTS: Record<ConsentKind, Record<string, string>> = {
  terms: {
    '2025-08': 'uYbJVnu2cTyPnYYW',
    '2025-08-2': 'OTY20HyGNA3wquLA',
    '2025-08-3': 'Mj-36J0arGwi9mPI',
    '2025-08-4': '9OZJEzodQQKVz4LZ',
    '2025-08-5': 'TWIX91cYAmyiEsfn',
    '2025-08-6': 'GN2WPBNGeMnnR04S',
    '2025-08-7': 'R6JUCrjcGnUXthCV',
    '2025-08-8': '3WN3yDKZ5G_1INMs',
    '2025-08-9': '30trLO5Lx_oENNKx',
    '2025-08-10': '0oBE_94H0SHp5gdv',
    '2025-08-11': 'PrHNS0G_6hZ3VG8n',
    '2025-08-12': 'EC7WdDoqYNO8R3yW',
    '2025-08-13': 'P8-7XHPVmSsrzn5O',
    '2025-08-14': 'ZGfezjsVQ9dcNSuQ',
    '2025-08-15': '_a2HuGyMybCeCF6X',
    '2025-08-16': 'FW2fdSSJKp9W2bXc',
    '2025-08-17': 'KJsflUsruM8ZUHTS',
    '2025-08-18': 'X44Dee2IfVFVh_Gb',
  },
  'calls-and-texts': {
    '2025-08': 'g3EFlEkzp7pQ0rt1',
    '2026-11': 'IGvIdegFmXBqIADc',
    '2026-11.2': '5SritD9n87LZyrfy',
    '2026-11.3': 'QJCvY4r0mEMCXb8a',
  },
  calls: { '2026-11': 'Y0MGh1wr4uxZwwK5', '2026-11.2': 'ullwB4KJ8S56R2Vd' },
  recording: { '2026-11': 'Q-23OGFHZ7agYf5W', '2026-11.2': '7qLtSkurVJKvGQ4s' },
  signals: { '2026-11': 'PmTJOIocrMaZp8rm' },
}

test.each(Object.keys(CONSENTS) as ConsentKind[])('S40 LEGAL-1 the words of %s match their version', (kind) => {
  const { version, ...words } = CONSENTS[kind]
  const read =
    kind === 'terms'
      ? [
          words,
          termsOf(true),
          termsOf(false),
          privacyOf(),
          termsOf(true, false),
          termsOf(false, false),
          privacyOf(false),
        ]
      : kind === 'signals'
        ? [SIGNALS_WORDS]
        : [words]
  const fingerprint = createHash('sha256').update(JSON.stringify(read)).digest('base64url').slice(0, 16)
  expect(
    fingerprint,
    `The words of '${kind}' changed. Give them a new version in consents.ts, and add it here with ${fingerprint}.`,
  ).toBe(FINGERPRINTS[kind][version])
})
