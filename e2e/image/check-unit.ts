import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWebWhenStale } from '../../scripts/build-web.ts'
import { repositoryRoot } from '../../scripts/run-command.ts'
import { listenTo } from '../process-output.ts'

/** What systemd does for the unit: its user, its folders, and nothing else that can be written. */
const SET_UP = `
repository="$1" state="$2" passwd="$3" && shift 3
mount --bind "$passwd" /etc/passwd
mount -t tmpfs tmpfs /opt && mkdir /opt/reveille && mount --bind -o ro "$repository" /opt/reveille
mount -t tmpfs tmpfs /var/lib && mkdir /var/lib/reveille && mount --bind "$state" /var/lib/reveille
mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp && chmod 1777 /tmp
cd "$1" && shift
exec setpriv --reuid=reveille --regid=65534 --clear-groups --no-new-privs env -i "$@"`
const USER = 64_990

/** Starts the product by the unit of systemd, with the settings of the example for a line of one's own. */
export async function* checkUnit(): AsyncGenerator<string> {
  await buildWebWhenStale()
  const unit = await readFile(path.join(repositoryRoot, 'deploy/systemd/reveille.service'), 'utf8')
  const valueOf = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)![1]!
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-unit-'))
  const [state, passwd] = [path.join(folder, 'reveille.env'), path.join(folder, 'passwd')]
  const example = await readFile(path.join(repositoryRoot, 'deploy/single/line.env.example'))
  await writeFile(state, example, { mode: 0o600 })
  await writeFile(passwd, `${await readFile('/etc/passwd', 'utf8')}${valueOf('User')}:x:${USER}:65534::/:/bin/sh\n`)
  for (const own of [folder, state]) await chown(own, USER, 65_534)
  await chmod(passwd, 0o644)
  // What systemd sets.
  const systemPath = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin'
  const settings = [systemPath, ...valueOf('Environment').split(' '), ...valueOf('ExecStart').split(' ')]
  const given = [repositoryRoot, folder, passwd, valueOf('WorkingDirectory'), ...settings]
  const child = spawn('unshare', ['--mount', 'sh', '-ec', SET_UP, 'sh', ...given])
  try {
    const said = listenTo(child)
    await said.waitForLine(/^Reveille is ready at http:\/\/reveille\.local:3000$/, 120_000)
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    assert.equal(code, 0, said.output())
    yield "systemd's unit, with the six settings of a line: its command starts as its user where only its state can be written"
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}
