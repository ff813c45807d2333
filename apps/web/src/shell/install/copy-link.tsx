import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { StorageKey, deviceStorage } from '#/lib/storage.ts'
import { Button } from '#/ui/button.tsx'

/** Shows the URL for manual copying, because an embedded browser may refuse the clipboard. */
export function CopyLink() {
  const { t } = useTranslation('shell')
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const code = deviceStorage.getItem(StorageKey.referralCode)
  const address = window.location.origin + (code === null ? '' : `/?ref=${code}`)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setState('copied')
    } catch {
      setState('refused')
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>
        {t(state === 'copied' ? 'install.copied' : 'install.copy')}
      </Button>
      <p role="status">{state === 'refused' && address}</p>
    </>
  )
}
