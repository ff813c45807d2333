/** When a mailed code ends and when another may be asked for, on the server's clock. */
export type CodeSent = { expiresAtMs: number; resendAtMs: number }

export function readCodeSent(reply: { expiresAt: string; resendAt: string }): CodeSent {
  return { expiresAtMs: Date.parse(reply.expiresAt), resendAtMs: Date.parse(reply.resendAt) }
}
