/** Tells a person's open pages that something of theirs changed. Never relied upon for being right, only for being quick. */
export type LiveEvents = {
  publish(userId: number, changed: Changed): void
  /** Returns how to stop listening. */
  subscribe(userId: number, listener: (changed: Changed) => void): () => void
}

export type Changed = 'calls' | 'schedules' | 'notices' | 'account' | 'signed-out'
