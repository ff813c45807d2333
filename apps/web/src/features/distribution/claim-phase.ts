import type { Claim, Claims } from './api.ts'

export type ClaimPhase = 'ready' | 'claiming' | 'paid'

/** New rewards may become ready while an earlier claim is shown as paid; they come first. */
export function phaseOf({ ready, state }: Pick<Claim, 'ready' | 'state'>): ClaimPhase {
  if (state !== null) return 'claiming'
  return Number(ready) > 0 ? 'ready' : 'paid'
}

const ORDER: readonly ClaimPhase[] = ['claiming', 'ready', 'paid']

/** Returns the claim that the screen shows: one that is under way, else one that is ready. */
export function shownClaim({ claims }: Pick<Claims, 'claims'>): Claim | undefined {
  return ORDER.map((phase) =>
    claims.find((claim) => phaseOf(claim) === phase && (phase !== 'paid' || claim.paid !== null)),
  ).find((claim) => claim !== undefined)
}
