export type Presence = { status: 'loading' | 'auth' | 'unauth' }

/** All that the shell knows of members: whether one is there. It is told at the start. */
export type SessionPresence = {
  getState: () => Presence
  subscribe: (listener: (state: Presence) => void) => () => void
}
