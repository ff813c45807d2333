import { PIN_LENGTH } from '@solstice/rules/pin'

export const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const
export type PadKey = (typeof DIGITS)[number] | 'erase'

export function press(entered: string, key: PadKey): string {
  if (key === 'erase') return entered.slice(0, -1)
  return entered.length < PIN_LENGTH ? entered + key : entered
}

type Typed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Accepts only single keys: there is no input field, so a PIN cannot be pasted or filled in. */
export function keyTyped(event: Typed): PadKey | 'enter' | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Backspace') return 'erase'
  if (event.key === 'Enter') return 'enter'
  return DIGITS.find((digit) => digit === event.key)
}
