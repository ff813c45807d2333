import { useEffect, useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { logFault } from '@solstice/ui/log.ts'
import { Button } from '#/ui/button.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import { getPushClient } from './push.ts'

/**
 * Prompts once inside the app first, because a denied permission prompt of the browser is never
 * shown again.
 */
export function PushPrompt({ userId }: { userId: string }) {
  const { t } = useTranslation('notice')
  const [isOpen, setOpen] = useState(() => getPushClient().shouldPrompt())

  useEffect(() => {
    if (isOpen) getPushClient().notePromptShown()
  }, [isOpen])
  useEffect(() => void getPushClient().reregister(userId), [userId])

  function accept(): void {
    setOpen(false)
    getPushClient()
      .subscribe(userId)
      .catch((cause: unknown) => {
        logFault('Push could not be enabled', cause)
      })
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      title={t('prompt.title')}
      actions={
        <>
          <Button onClick={accept}>{t('prompt.yes')}</Button>
          <Button variant="text" onClick={() => setOpen(false)}>
            {t('prompt.no')}
          </Button>
        </>
      }
    >
      <p className={text.soft}>{t('prompt.text')}</p>
    </Sheet>
  )
}
