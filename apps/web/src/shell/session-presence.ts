export type Presence = { status: 'loading' | 'auth' | 'unauth' }

/**
 * The only thing the shell knows about members: whether one is signed in. The app passes it in at
 * start-up.
 */
export type SessionPresence = {
  getState: () => Presence
  subscribe: (listener: (state: Presence) => void) => () => void
}
