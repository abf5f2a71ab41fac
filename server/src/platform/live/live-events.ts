/** Tells a person's open pages about a change. For speed only: correctness never depends on it. */
export type LiveEvents = {
  publish(userId: number, ...changed: Changed[]): void
  /** Returns the function that unsubscribes. */
  subscribe(userId: number, listener: (changed: Changed) => void): () => void
}

export type Changed = 'calls' | 'schedules' | 'notices' | 'account' | 'phone-code' | 'signed-out'
