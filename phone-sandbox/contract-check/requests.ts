import { startSandbox } from '../src/sandbox.ts'
import { ask } from '../src/testing/client.ts'
import type { Contract } from './contract.ts'

type Form = Record<string, string | string[]>
type Case = { path: '/Calls.json' | '/Messages.json'; form: Form; isGood: boolean }

const from = '+15005550006'
const call = { To: '+61491570156', From: from, Url: 'https://example.com/voice' }
const everything: Form = {
  ...call,
  Method: 'GET',
  FallbackUrl: 'https://example.com/fallback',
  FallbackMethod: 'POST',
  StatusCallback: 'https://example.com/status',
  StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
  StatusCallbackMethod: 'POST',
  Timeout: '25',
  TimeLimit: '180',
  Record: 'true',
  RecordingChannels: 'mono',
  RecordingTrack: 'both',
  RecordingStatusCallback: 'https://example.com/recording',
  RecordingStatusCallbackEvent: ['completed', 'absent'],
  RecordingStatusCallbackMethod: 'POST',
  Trim: 'do-not-trim',
  MachineDetection: 'DetectMessageEnd',
  MachineDetectionTimeout: '30',
  MachineDetectionSpeechThreshold: '2400',
  MachineDetectionSpeechEndThreshold: '1200',
  MachineDetectionSilenceTimeout: '5000',
  AsyncAmd: 'true',
  AsyncAmdStatusCallback: 'https://example.com/amd',
  AsyncAmdStatusCallbackMethod: 'POST',
  CallReason: 'Your wake-up call',
}
const text = { To: '+61491570156', From: from, Body: 'Your code is 482913' }

const cases: Case[] = [
  { path: '/Calls.json', form: call, isGood: true },
  { path: '/Calls.json', form: everything, isGood: true },
  { path: '/Calls.json', form: { ...call, To: [] }, isGood: false },
  { path: '/Calls.json', form: { ...call, To: 'banana' }, isGood: false },
  { path: '/Calls.json', form: { ...call, Url: 'no address' }, isGood: false },
  { path: '/Calls.json', form: { ...call, Method: 'PUT' }, isGood: false },
  { path: '/Calls.json', form: { ...call, Timeout: 'long' }, isGood: false },
  { path: '/Calls.json', form: { ...call, Record: 'perhaps' }, isGood: false },
  { path: '/Calls.json', form: { ...call, StatusCallBack: 'https://example.com' }, isGood: false },
  { path: '/Messages.json', form: text, isGood: true },
  {
    path: '/Messages.json',
    form: { ...text, StatusCallback: 'https://example.com', RiskCheck: 'enable' },
    isGood: true,
  },
  { path: '/Messages.json', form: { ...text, To: [] }, isGood: false },
  { path: '/Messages.json', form: { ...text, RiskCheck: 'perhaps' }, isGood: false },
  { path: '/Messages.json', form: { ...text, Text: 'misspelt' }, isGood: false },
]

/** The same forms for the contract and the sandbox: both must agree. */
export async function requestFaults(contract: Contract): Promise<string[]> {
  await using sandbox = await startSandbox({ phoneNumber: from, callsPerSecond: 0.001 })
  const faults: string[] = []
  for (const { path, form, isGood } of cases) {
    const theirs = contract.faultsOfRequest(path, withoutEmpty(form))
    const ours = await ask(sandbox, 'POST', path, form)
    const about = `${path} ${JSON.stringify(form)}`
    if ((theirs.length === 0) !== isGood) faults.push(`${about}: the contract says ${theirs.join('; ') || 'good'}`)
    if ((ours.status === 201) !== isGood) faults.push(`${about}: the sandbox says ${JSON.stringify(ours.body)}`)
  }
  return faults
}

const withoutEmpty = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value.length > 0))
