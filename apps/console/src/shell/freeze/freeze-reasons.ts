/**
 * The reasons to stop payouts, of which a person chooses one instead of typing. The audit and the
 * treasury keep the English text, whatever the language of the person who chose it.
 */
export const FREEZE_REASONS = {
  wrong: 'Payouts look wrong',
  key: 'The key may be compromised',
  chain: 'The chain is unstable',
  rotation: 'Key rotation',
} as const

export type FreezeReason = keyof typeof FREEZE_REASONS

/** Returns the reason that a stored text stands for; undefined for every other text. */
export function reasonOf(storedText: string): FreezeReason | undefined {
  const names = Object.keys(FREEZE_REASONS) as FreezeReason[] // The table has no other keys.
  return names.find((name) => FREEZE_REASONS[name] === storedText)
}
