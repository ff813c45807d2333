import { currentMemberId } from '#/lib/api.ts'
import { onSignOut } from '#/lib/sign-out.ts'
import { removeKeysStartingWith, sessionMemory } from '#/lib/storage.ts'

const PREFIX = 'hold_appeal_'

const keyOf = (holdId: number) => `${PREFIX}${currentMemberId() ?? ''}_${holdId}`

// The text is personal, so it survives a reload but neither the tab nor the session.
onSignOut(() => removeKeysStartingWith(sessionMemory, PREFIX))

/** Returns the text that was typed before a reload. */
export const readDraft = (holdId: number): string => sessionMemory.getItem(keyOf(holdId)) ?? ''

export function keepDraft(holdId: number, text: string): void {
  if (text === '') sessionMemory.removeItem(keyOf(holdId))
  else sessionMemory.setItem(keyOf(holdId), text)
}
