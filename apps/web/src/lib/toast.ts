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

/** One toast at a time: a new one takes the place of the current one. */
export const useToast = create<{
  current: Toast | undefined
  /** Where it shows instead of over the screen: what lies under a dialog is neither seen nor read out. */
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

/** For a dialog, while it is open; the one that opened last has it. Answers with how to take it back. */
export function registerToastSlot(slot: HTMLElement): () => void {
  useToast.setState(({ slots }) => ({ slots: [...slots, slot] }))
  return () =>
    useToast.setState(({ slots }) => ({ slots: slots.filter((other) => other !== slot) }))
}
