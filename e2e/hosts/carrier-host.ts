import { startSandbox } from '@reveille/exchange/sandbox'
import { openTcpProxy } from '../failover/tcp-proxy.ts'

// The sandbox listens only on loopback, so proxies make it reachable from other hosts.
const [address = '', accountSid = '', authToken = ''] = process.argv.slice(2)
const sandbox = await startSandbox({ accountSid, authToken, phoneNumber: '+15005550006', callsPerSecond: 100 })
const behind = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })
await openTcpProxy(behind(sandbox.url), { host: address, port: 3001 })
await openTcpProxy(behind(sandbox.smtpUrl), { host: address, port: 3002 })
console.log('carrier ready')
