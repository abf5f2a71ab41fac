import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { repositoryFiles, repositoryRoot, runCommand } from './run-command.ts'

type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
type Workflow = { permissions?: unknown; jobs: Record<string, { 'timeout-minutes'?: number; steps: Step[] }> }

const read = (file: string) => readFile(path.join(repositoryRoot, file), 'utf8')

const workflows = await Promise.all(
  (await repositoryFiles('.github/workflows/*')).map(async (file) => {
    const text = await read(file)
    return { file, text, workflow: parse(text) as Workflow }
  }),
)
const stepsOf = ({ workflow }: { workflow: Workflow }) => Object.values(workflow.jobs).flatMap(({ steps }) => steps)

test('each action of a workflow is pinned to a commit, with its version in a comment', () => {
  expect(workflows.map(({ file }) => path.basename(file))).toEqual(['ci.yml', 'image.yml', 'release.yml'])
  for (const { file, text } of workflows) {
    const used = text.match(/\buses:.*/g) ?? []
    for (const line of used)
      expect([file, line]).toEqual([file, expect.stringMatching(/^uses: \S+@[0-9a-f]{40} # v\d/)])
    expect(used.length).toBeGreaterThan(0)
  }
})

test('each workflow has read permission by default, a timeout per job, and no persisted credentials', () => {
  for (const one of workflows) {
    expect([one.file, one.workflow.permissions]).toEqual([one.file, { contents: 'read' }])
    for (const job of Object.values(one.workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
    for (const step of stepsOf(one).filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toMatchObject({ 'persist-credentials': false })
  }
})

test('every command of a workflow is valid bash without expressions in it', async () => {
  for (const one of workflows)
    for (const { run = '' } of stepsOf(one)) {
      const { exitCode, output } = await runCommand('bash', ['-n', '-c', run])
      expect([one.file, exitCode, output]).toEqual([one.file, 0, ''])
      expect(run).not.toContain('${{')
    }
})

test('changes and releases both run .ci/run', () => {
  for (const name of ['ci.yml', 'release.yml']) {
    const commands = stepsOf(workflows.find(({ file }) => file.endsWith(name))!).map(({ run }) => run)
    expect(commands).toContain('.ci/run')
  }
})

test('each change runs the advisories and the SBOM', () => {
  const commands = stepsOf(workflows.find(({ file }) => file.endsWith('ci.yml'))!).map(({ run = '' }) => run)
  expect(commands).toContain('npm run sbom')
  expect(commands).toContainEqual(expect.stringMatching(/^npm run advisories \|\| test "\$\?" -eq 77$/))
})

test('the changelog begins with the version of package.json or a later unreleased one, and all packages have one version', async () => {
  const versionIn = async (file: string) => (JSON.parse(await read(file)) as { version: string }).version
  const version = await versionIn('package.json')
  for (const file of await repositoryFiles('*/package.json')) {
    if (!/^[^/]+\/package\.json$/.test(file)) continue
    expect([file, await versionIn(file)]).toEqual([file, version])
  }
  const [, newest] = /^## (.+)$/m.exec(await read('CHANGELOG.md'))!
  const unreleased = /^(\S+) \(unreleased\)$/.exec(newest!)?.[1]
  if (unreleased === undefined) expect(newest).toMatch(new RegExp(`^${version}( |$)`))
  else expect(unreleased.localeCompare(version, undefined, { numeric: true })).toBeGreaterThan(0)
})

test('the image has labels for its content and its source', async () => {
  const labels = new Set((await read('deploy/Containerfile')).match(/\borg\.opencontainers\.image\.\w+(?==)/g))
  for (const name of ['title', 'description', 'licenses', 'version', 'revision', 'source', 'created'])
    expect(labels).toContain(`org.opencontainers.image.${name}`)
})
