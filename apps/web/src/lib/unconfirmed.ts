import { Code } from '@solstice/contract/codes'
import { create } from 'zustand'
import { codeOf } from './api-error.ts'
import { onSignOut } from './sign-out.ts'
import { isUnanswered } from './wish-key.ts'

/** Actions that may have worked: no answer came. A notice shows each until one of its tries is answered. */
export const useUnconfirmed = create<{ names: ReadonlySet<string> }>()(() => ({
  names: new Set<string>(),
}))

onSignOut(() => useUnconfirmed.setState({ names: new Set<string>() }))

/** Refusals of the try alone; they tell nothing about an earlier one. */
const ABOUT_THE_TRY: ReadonlySet<number | undefined> = new Set([
  Code.TOO_MANY_REQUESTS,
  Code.MAINTENANCE,
  Code.PIN_VERIFICATION_REQUIRED,
  Code.TOKEN_EXPIRED,
])

/** The outcome is known, or the member goes to look for it. */
export function dismissUnconfirmed(name: string): void {
  const names = new Set(useUnconfirmed.getState().names)
  if (names.delete(name)) useUnconfirmed.setState({ names })
}

function markUnconfirmed(name: string): void {
  useUnconfirmed.setState(({ names }) => ({ names: new Set(names).add(name) }))
}

/**
 * Runs an action that changes something. A refusal is the caller's to show. Without an answer the
 * action stays unconfirmed, which must never read like a refusal.
 */
export async function confirmed<Result>(
  name: string,
  action: () => Promise<Result>,
  onRefused: (error: unknown) => void,
): Promise<Result | undefined> {
  try {
    const result = await action()
    dismissUnconfirmed(name)
    return result
  } catch (error) {
    if (isUnanswered(error)) {
      markUnconfirmed(name)
      return undefined
    }
    if (!ABOUT_THE_TRY.has(codeOf(error))) dismissUnconfirmed(name)
    onRefused(error)
    return undefined
  }
}
