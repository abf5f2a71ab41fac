import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const PCMU = 0
const SAMPLES_PER_FRAME = 160
const SAMPLES_PER_MS = 8

/** Sends telephone audio, 20 ms of mu-law per packet (RFC 3550 and 3551), and drops incoming packets. */
export type RtpStream = {
  port: number
  /** Sets the target port. Earlier packets are dropped. */
  aim(port: number): void
  send(frame: Uint8Array): void
  close(): void
}

export async function openRtpStream(): Promise<RtpStream> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const start = performance.now()
  let target: number | null = null
  let sequence = 0
  let timestamp = 0
  return {
    port: (socket.address() as AddressInfo).port,
    aim: (port) => void (target = port),
    send(frame) {
      const elapsed = Math.round((performance.now() - start) * SAMPLES_PER_MS)
      // The timestamp reflects pauses, but not the jitter of our timers.
      const isNewTalk = elapsed - timestamp > 10 * SAMPLES_PER_FRAME
      timestamp = isNewTalk ? elapsed : timestamp + SAMPLES_PER_FRAME
      sequence = (sequence + 1) & 0xffff
      if (target !== null) socket.send(packet(frame, { sequence, timestamp, isNewTalk }), target, '127.0.0.1')
    },
    close: () => void socket.close(),
  }
}

function packet(frame: Uint8Array, at: { sequence: number; timestamp: number; isNewTalk: boolean }): Buffer {
  const header = Buffer.alloc(12)
  header[0] = 0x80
  header[1] = PCMU | (at.isNewTalk ? 0x80 : 0)
  header.writeUInt16BE(at.sequence, 2)
  header.writeUInt32BE(at.timestamp % 2 ** 32, 4)
  header.writeUInt32BE(0x52_45_56_45, 8)
  return Buffer.concat([header, frame])
}
