import type { AllServices } from '../../../src/services.ts'

/** Ports that don't influence when a phone rings: they do the minimum. */
export function idlePorts(): Pick<
  AllServices,
  'speech' | 'storage' | 'phoneNumbers' | 'phoneProvider' | 'limits' | 'captcha' | 'live' | 'metrics'
> {
  return {
    speech: [
      {
        engine: 'silence',
        engineVersion: '1',
        fingerprint: () => '',
        maxChars: 10_000,
        synthesize: async () => ({ outcome: 'spoken', audio: Buffer.alloc(0) }),
      },
    ],
    storage: emptyStorage(),
    phoneNumbers: {
      countries: [],
      check: (phone) => ({ outcome: 'ok', e164: phone, country: 'DE' }),
      countryOf: () => 'DE',
    },
    limits: {
      use: async () => ({ allowed: true, used: 1 }),
      used: async (uses) => uses.map(() => 0),
      giveBack: async () => undefined,
      forget: async () => undefined,
      forgetOver: async () => undefined,
    },
    phoneProvider: null,
    captcha: { challenge: async () => ({}), verify: async () => true, check: async () => null },
    live: { publish: () => undefined, subscribe: () => () => undefined },
    metrics: {
      callRequested: () => undefined,
      carrierFailed: () => undefined,
      callEnded: () => undefined,
      callbackLost: () => undefined,
      speechFailed: () => undefined,
      clip: () => undefined,
      speech: () => ({ clips: {}, failures: {} }),
      spokeInstead: () => undefined,
      carrierSaid: () => undefined,
      alarm: () => undefined,
      requestAnswered: () => undefined,
      browserFailed: () => undefined,
      jobEnded: () => undefined,
      text: async () => '',
    },
  }
}

function emptyStorage(): AllServices['storage'] {
  const kept = new Set<string>()
  return {
    putStream: async (key) => void kept.add(key),
    put: async (key) => void kept.add(key),
    get: async () => null,
    stream: async () => null,
    exists: async (key) => kept.has(key),
    delete: async (key) => void kept.delete(key),
    async *list() {
      // Nothing is ever listed.
    },
  }
}
