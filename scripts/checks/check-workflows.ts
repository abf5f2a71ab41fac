import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { repositoryFiles, repositoryRoot } from '../run-command.ts'

// GitHub's own parser reports what GitHub would refuse, such as an unknown key or a missing job. Its files import JSON
// without the attribute that Node requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')

const files = await repositoryFiles('.github/workflows/*')
const errors: string[] = []
for (const file of files) {
  const name = path.basename(file)
  const { context } = parseWorkflow(
    { name, content: await readFile(path.join(repositoryRoot, file), 'utf8') },
    new NoOperationTraceWriter(),
  )
  errors.push(...context.errors.getErrors().map(({ message }) => message))
}
for (const error of errors) console.error(error)
console.log(`workflows: ${files.length} files, ${errors.length} errors`)
process.exitCode = errors.length === 0 ? 0 : 1
