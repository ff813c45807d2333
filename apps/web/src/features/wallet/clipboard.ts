import { translate } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'

/** Copies text and shows a toast; an embedded browser may refuse. */
export async function copyWithToast(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(done, { tone: 'done' })
  } catch {
    showToast(translate('wallet:copyFailed'), { tone: 'attention' })
  }
}
