/** Where a telephone reaches the exchange (`host`, `sip`), and where local programs control it (`ari`). */
export type ExchangePorts = {
  host: string
  sip: number
  ari: number
  /** The first of a hundred audio ports. */
  rtp: number
}

/** The first audio port. Nothing else usually listens in this range. */
export const RTP_PORT = 31_000

/** Credentials of the only telephone, and of the program that controls the exchange. */
export const PHONE = { name: 'phone', password: 'throw-away' }
export const COMMANDER = { name: 'reveille', password: 'throw-away' }
/** The path of the settings inside the throw-away Debian. */
export const EXCHANGE_FOLDER = '/etc/reveille-exchange'

/** Asterisk with one telephone, and without a dial plan, since calls start through its REST interface. */
export function exchangeFiles(ports: ExchangePorts): Record<string, string> {
  return {
    'asterisk.conf': section('directories', { astetcdir: EXCHANGE_FOLDER }),
    'modules.conf': section('modules', { autoload: 'yes' }),
    'logger.conf': section('logfiles', { console: 'warning,error' }),
    'http.conf': section('general', { enabled: 'yes', bindaddr: '127.0.0.1', bindport: ports.ari }),
    'ari.conf': [
      section('general', { enabled: 'yes' }),
      section(COMMANDER.name, { type: 'user', read_only: 'no', password: COMMANDER.password }),
    ].join('\n'),
    'rtp.conf': section('general', { rtpstart: ports.rtp, rtpend: ports.rtp + 100 }),
    'pjsip.conf': telephone(ports),
  }
}

function telephone({ host, sip }: ExchangePorts): string {
  return [
    section('udp', { type: 'transport', protocol: 'udp', bind: `${host}:${sip}` }),
    section(PHONE.name, {
      type: 'endpoint',
      aors: PHONE.name,
      auth: PHONE.name,
      disallow: 'all',
      allow: 'ulaw',
      dtmf_mode: 'rfc4733',
      direct_media: 'no',
    }),
    section(PHONE.name, { type: 'auth', auth_type: 'userpass', username: PHONE.name, password: PHONE.password }),
    section(PHONE.name, { type: 'aor', max_contacts: 1, remove_existing: 'yes' }),
  ].join('\n')
}

function section(name: string, values: Record<string, string | number>): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}`)
  return [`[${name}]`, ...lines, ''].join('\n')
}
