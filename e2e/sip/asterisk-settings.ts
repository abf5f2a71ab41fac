/** Ports of one Asterisk on the loopback. */
export type AsteriskPorts = {
  sip: number
  /** Where programs control it. */
  ari: number
  /** The first of 200 audio ports. Nothing else usually listens from 31,000 on. */
  rtp: number
}

/** The user of ari.conf. */
export const COMMANDER = { name: 'reveille', password: 'throw-away' }
/** What every telephone and the trunk log in with. */
export const PASSWORD = 'also-throw-away'

/** Numbers that the provider answers without ringing anybody, by what it answers. */
export const FAR = {
  rings: '+61491570158',
  busy: '+61491570159',
  wrong: '+61491570110',
  forbidden: '+61491570113',
  congested: '+61491570114',
} as const
export const HOUSE = { first: '+61491570156', second: '+61491570157' } as const
export const LINE_NUMBER = '+61299990000'

type Files = Record<string, string>

/** What both have. */
export function commonFiles(folder: string, state: string, { ari, rtp }: AsteriskPorts): Files {
  const directories = {
    astetcdir: folder,
    astrundir: `${state}/run`,
    astdbdir: `${state}/db`,
    astspooldir: `${state}/spool`,
    astlogdir: `${state}/log`,
  }
  return {
    'asterisk.conf': section('directories', directories),
    'modules.conf': section('modules', { autoload: 'yes' }),
    'logger.conf': section('logfiles', { console: 'warning,error' }),
    'http.conf': section('general', { enabled: 'yes', bindaddr: '127.0.0.1', bindport: ari }),
    'ari.conf': [
      section('general', { enabled: 'yes' }),
      section(COMMANDER.name, { type: 'user', read_only: 'no', password: COMMANDER.password }),
    ].join('\n'),
    'rtp.conf': section('general', { rtpstart: rtp, rtpend: rtp + 200 }),
  }
}

/** The house: two telephones, and a trunk that registers at the provider. Its dial plan only takes incoming calls. */
export function houseFiles(
  ports: AsteriskPorts,
  provider: AsteriskPorts,
  app: string,
  { password = PASSWORD, phones = ['601', '602'] } = {},
): Files {
  const server = `sip:127.0.0.1:${provider.sip}`
  return {
    'pjsip.conf': [
      transport(ports),
      ...phones.flatMap((name) => telephone(name)),
      section('trunk', {
        type: 'endpoint',
        aors: 'trunk',
        outbound_auth: 'trunk',
        context: 'from-trunk',
        from_user: 'house',
        ...SOUND,
      }),
      section('trunk', { type: 'auth', auth_type: 'userpass', username: 'house', password }),
      section('trunk', { type: 'aor', contact: server, qualify_frequency: 2 }),
      section('trunk', {
        type: 'registration',
        outbound_auth: 'trunk',
        server_uri: server,
        client_uri: `sip:house@127.0.0.1:${provider.sip}`,
        retry_interval: 2,
      }),
    ].join('\n'),
    'extensions.conf': [
      '[from-trunk]',
      `exten => s,1,Stasis(${app})`,
      `exten => _[+0-9].,1,Stasis(${app})`,
      '[default]',
      `exten => 600,1,Stasis(${app})`,
      '',
    ].join('\n'),
  }
}

/** The provider: a customer, a far telephone, and numbers that can't be reached. */
export function providerFiles(ports: AsteriskPorts): Files {
  const answers = { [FAR.busy]: 17, [FAR.wrong]: 1, [FAR.forbidden]: 21, [FAR.congested]: 34 }
  return {
    'pjsip.conf': [
      transport(ports),
      ...telephone('house', 'from-house', { from_user: 'trunk' }),
      ...telephone('far', 'from-far'),
    ].join('\n'),
    'extensions.conf': [
      '[from-house]',
      `exten => ${FAR.rings},1,Dial(PJSIP/far,60)`,
      ...Object.entries(answers).map(([number, cause]) => `exten => ${number},1,Hangup(${cause})`),
      '[from-far]',
      `exten => ${LINE_NUMBER},1,Dial(PJSIP/${LINE_NUMBER}@house)`,
      '',
    ].join('\n'),
  }
}

const SOUND = { disallow: 'all', allow: 'ulaw', dtmf_mode: 'rfc4733', direct_media: 'no' }

const transport = ({ sip }: AsteriskPorts) =>
  section('udp', { type: 'transport', protocol: 'udp', bind: `127.0.0.1:${sip}` })

const telephone = (name: string, context = 'default', more: Record<string, string> = {}) => [
  section(name, { type: 'endpoint', aors: name, auth: name, context, ...SOUND, ...more }),
  section(name, { type: 'auth', auth_type: 'userpass', username: name, password: PASSWORD }),
  section(name, { type: 'aor', max_contacts: 1, remove_existing: 'yes', qualify_frequency: 2 }),
]

function section(name: string, values: Record<string, string | number>): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}`)
  return [`[${name}]`, ...lines, ''].join('\n')
}
