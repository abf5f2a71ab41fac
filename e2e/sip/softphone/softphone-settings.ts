import { PHONE, type ExchangePorts } from '../exchange-settings.ts'

/** The exchange that it registers at, and its own ports on the loopback address. */
export type SoftphonePorts = Pick<ExchangePorts, 'sip'> & { phoneSip: number; phoneControl: number }

export const SOFTPHONE_FOLDER = '/etc/reveille-softphone'
/** The telephone's microphone and earpiece as files: what its owner says all the time, and what is heard. */
export const MICROPHONE = `${SOFTPHONE_FOLDER}/microphone.wav`
export const EAR = `${SOFTPHONE_FOLDER}/ear.wav`

const MODULES = ['g711.so', 'aufile.so']
const APPLICATIONS = ['account.so', 'menu.so', 'ctrl_tcp.so']

/** A telephone without a screen, a microphone or a loudspeaker: files replace both, commands come over TCP. */
export function softphoneFiles(ports: SoftphonePorts): Record<string, string> {
  return {
    config: [
      `sip_listen 127.0.0.1:${ports.phoneSip}`,
      `ctrl_tcp_listen 127.0.0.1:${ports.phoneControl}`,
      `audio_source aufile,${MICROPHONE}`,
      `audio_player aufile,${EAR}`,
      // No ring tone: it would be played into the same ear, and stopping it has been seen to hang the telephone.
      'audio_path /nowhere',
      'module_path /usr/lib/baresip/modules',
      ...MODULES.map((name) => `module ${name}`),
      ...APPLICATIONS.map((name) => `module_app ${name}`),
      '',
    ].join('\n'),
    accounts: `<sip:${PHONE.name}@127.0.0.1:${ports.sip}>;auth_user=${PHONE.name};auth_pass=${PHONE.password};regint=60;audio_codecs=pcmu;dtmfmode=rtpevent\n`,
  }
}
