import { SCRIPT_PARTS, type ScriptPart } from '../../calls/call-script.ts'
import type { MessageRequest } from '../call-message.ts'
import { composeCall } from '../compose-call.ts'
import { textOf } from '../sentence.ts'
import { ada } from './ada.ts'

/** Every part of a call to Ada, or to somebody a little unlike her, as one text. */
export function said(
  change: Partial<MessageRequest> = {},
): Record<ScriptPart, string> & { taskPrompts: string[]; spokeOf: string } {
  const { taskPrompts, spokeOf, ...message } = composeCall({ ...ada, ...change })
  const parts = SCRIPT_PARTS.map((part) => [part, textOf(message[part])])
  return { ...(Object.fromEntries(parts) as Record<ScriptPart, string>), taskPrompts: taskPrompts.map(textOf), spokeOf }
}
