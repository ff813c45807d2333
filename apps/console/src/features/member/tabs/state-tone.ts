import type { Tone } from '#/ui/badge.tsx'

const TONES: Partial<Record<string, Tone>> = {
  COMPLETED: 'ok',
  CONFIRMED: 'ok',
  PAID: 'ok',
  GRANTED: 'ok',
  CLAIMED: 'ok',
  CLAIMABLE: 'ok',
  FAILED: 'bad',
  REVERSED: 'bad',
  NOT_COUNTED: 'bad',
  OPEN: 'warn',
  SUBMITTED: 'warn',
  WAITING: 'warn',
  WAITING_FOR_WALLET: 'warn',
  HELD: 'warn',
}

/** Returns the colour of a state, which always has a word beside it. */
export const stateTone = (state: string): Tone => TONES[state] ?? 'plain'
