import { PHONE, type ExchangePorts } from '../exchange-settings.ts'

/** The exchange's port, and the softphone's own loopback ports. */
export type SoftphonePorts = Pick<ExchangePorts, 'sip'> & { phoneSip: number; phoneControl: number }

export const SOFTPHONE_FOLDER = '/etc/reveille-softphone'
/** Files in place of the microphone and the earpiece. */
export const MICROPHONE = `${SOFTPHONE_FOLDER}/microphone.wav`
export const EAR = `${SOFTPHONE_FOLDER}/ear.wav`

const MODULES = ['g711.so', 'aufile.so']
const APPLICATIONS = ['account.so', 'menu.so', 'ctrl_tcp.so']

/** Configures a headless telephone that uses files for audio and TCP for commands. */
export function softphoneFiles(ports: SoftphonePorts): Record<string, string> {
  return {
    config: [
      `sip_listen 127.0.0.1:${ports.phoneSip}`,
      `ctrl_tcp_listen 127.0.0.1:${ports.phoneControl}`,
      `audio_source aufile,${MICROPHONE}`,
      `audio_player aufile,${EAR}`,
      // No ring tone, because it plays into the earpiece's file, and stopping it can hang the telephone.
      'audio_path /nowhere',
      'module_path /usr/lib/baresip/modules',
      ...MODULES.map((name) => `module ${name}`),
      ...APPLICATIONS.map((name) => `module_app ${name}`),
      '',
    ].join('\n'),
    accounts: `<sip:${PHONE.name}@127.0.0.1:${ports.sip}>;auth_user=${PHONE.name};auth_pass=${PHONE.password};regint=60;audio_codecs=pcmu;dtmfmode=rtpevent\n`,
  }
}
