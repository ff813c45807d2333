import { findTextOf } from './i18n.ts'
import { showToast } from './toast.ts'

/** Copies a text and says so; a browser may refuse, for example in a frame. */
export async function copyText(copied: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(copied)
    showToast(done)
  } catch {
    showToast(findTextOf('common', 'copyFailed') ?? '')
  }
}
