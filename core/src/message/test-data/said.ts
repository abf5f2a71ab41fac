import { SCRIPT_PARTS, type ScriptPart } from '../../calls/call-script.ts'
import type { MessageRequest } from '../call-message.ts'
import { composeCall } from '../compose-call.ts'
import { textOf } from '../sentence.ts'

/** Every part of a call as one text. */
export function said(request: MessageRequest): Record<ScriptPart, string> & { taskPrompts: string[]; spokeOf: string } {
  const { taskPrompts, spokeOf, ...message } = composeCall(request)
  const parts = SCRIPT_PARTS.map((part) => [part, textOf(message[part])])
  return { ...(Object.fromEntries(parts) as Record<ScriptPart, string>), taskPrompts: taskPrompts.map(textOf), spokeOf }
}
