import type { WritingBrief } from '@reveille/core/message/writing-brief'

/** Somebody who writes parts of a message in advance. What comes back is foreign text: core decides whether it is said. */
export type Writer = {
  /** Throws on an outage, an answer that is not as agreed, or when it takes longer than a few seconds. */
  write(brief: WritingBrief): Promise<unknown>
}
