import type { LiveCall } from '../calls/call.ts'

/** A call as the page and the handset see it. */
export const callView = ({ call, line, heard }: LiveCall) => ({
  sid: call.sid,
  to: call.to,
  from: call.from,
  status: call.status,
  scripted: line.kind === 'scripted',
  expected: call.expected,
  createdAt: call.createdAt,
  answeredAt: call.answeredAt,
  endedAt: call.endedAt,
  durationSeconds: call.durationSeconds,
  answeredBy: call.answeredBy,
  heard: heard.map((item, index) =>
    item.verb === 'Say' ? item : { verb: item.verb, url: item.url, audio: `/sandbox/calls/${call.sid}/heard/${index}` },
  ),
})
