/** Raise it whenever the same text would sound different: clips made before are then made anew. */
export const SOUND_VERSION = 2
