import { create } from 'zustand'

export type Toast = {
  id: number
  message: string
  /** The one thing that a person can do about it, such as undoing the action. */
  action?: { label: string; run: () => void }
}

const DURATION_MS = 4000
/** Reading and deciding takes longer than reading. */
const WITH_ACTION_MS = 10_000

/** Shows one toast at a time: a new one replaces the current one. */
export const useToast = create<{ current: Toast | undefined }>(() => ({ current: undefined }))

let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function showToast(message: string, action?: Toast['action']): void {
  lastId += 1
  useToast.setState({ current: { id: lastId, message, ...(action && { action }) } })
  clearTimeout(timer)
  timer = setTimeout(dismissToast, action ? WITH_ACTION_MS : DURATION_MS)
}

export function dismissToast(): void {
  clearTimeout(timer)
  useToast.setState({ current: undefined })
}
