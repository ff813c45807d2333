import { translate } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'

/** Copies and says so; a window inside another app may refuse. */
export async function copyAndTell(words: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words)
    showToast(done, { tone: 'done' })
  } catch {
    showToast(translate('wallet:copyFailed'), { tone: 'attention' })
  }
}
