import { create } from 'zustand'

/**
 * `lost`: the server ended the session of a signed-in person. The page stays with its open dialogs
 * below the sign-in, so that nothing typed is lost.
 */
type SessionState = { isSignedIn: boolean; isLost: boolean }

export const useSessionState = create<SessionState>(() => ({ isSignedIn: false, isLost: false }))

let lastReplyAtMs = 0

export const noteSignedIn = () => useSessionState.setState({ isSignedIn: true, isLost: false })
export const noteSignedOut = () => useSessionState.setState({ isSignedIn: false, isLost: false })

export function noteSessionLost(): void {
  if (useSessionState.getState().isSignedIn) useSessionState.setState({ isLost: true })
}

/** Every reply to a call that a person caused restarts the idle time on the server. */
export function noteReply(atMs: number): void {
  lastReplyAtMs = atMs
}

export const replyAgeMs = (nowMs: number) => nowMs - lastReplyAtMs
