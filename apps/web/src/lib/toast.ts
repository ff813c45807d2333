import { create } from 'zustand'

export type ToastTone = 'plain' | 'attention' | 'done'

export type Toast = {
  id: number
  message: string
  tone: ToastTone
  durationMs: number
  closable: boolean
}

const DEFAULT_DURATION_MS = 3000

/** Shows one toast at a time: a new one replaces the current one. */
export const useToast = create<{
  current: Toast | undefined
  /**
   * Elements that show the toast instead of the screen, because content behind a dialog is neither
   * visible nor read out.
   */
  slots: readonly HTMLElement[]
}>(() => ({ current: undefined, slots: [] }))

let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function showToast(
  message: string,
  options: { tone?: ToastTone; durationMs?: number; closable?: boolean } = {},
): void {
  const { tone = 'plain', durationMs = DEFAULT_DURATION_MS, closable = false } = options
  lastId += 1
  useToast.setState({ current: { id: lastId, message, tone, durationMs, closable } })
  clearTimeout(timer)
  timer = setTimeout(dismissToast, durationMs)
}

export function dismissToast(): void {
  clearTimeout(timer)
  useToast.setState({ current: undefined })
}

/**
 * Registers the toast slot of an open dialog; the dialog opened last is used. Returns a function
 * that removes it.
 */
export function registerToastSlot(slot: HTMLElement): () => void {
  useToast.setState(({ slots }) => ({ slots: [...slots, slot] }))
  return () =>
    useToast.setState(({ slots }) => ({ slots: slots.filter((other) => other !== slot) }))
}
