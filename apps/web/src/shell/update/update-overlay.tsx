import { useId } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { APP_NAME } from '#/lib/app-name.ts'
import { Overlay } from '#/shell/overlay.tsx'
import { Button } from '#/ui/button.tsx'
import text from '#/ui/text.module.css'
import { applyUpdate } from './service-worker-update.ts'
import styles from './update-overlay.module.css'
import { useUpdate } from './update-state.ts'

export function UpdateOverlay() {
  const { t } = useTranslation('shell')
  const titleId = useId()
  const isBusy = useUpdate((state) => state.isBusy)
  return (
    <Overlay labelledBy={titleId} variant="sheet">
      <svg viewBox="0 0 96 56" aria-hidden="true" className={styles.picture}>
        <path className={styles.path} d="M18 42a30 30 0 0 1 60 0" />
        <path className={styles.sun} d="M34 42a14 14 0 0 1 28 0z" />
        <path d="M6 42h84M36 49h24M42 55h12" />
        <path d="M48 16V4M43 9l5-5 5 5" />
      </svg>
      <h2 id={titleId} className={text.title} tabIndex={-1}>
        {t('update.title')}
      </h2>
      <p className={styles.text}>
        {t('update.text', { name: APP_NAME })}
        <br />
        {t('update.hint')}
      </p>
      <Button aria-disabled={isBusy || undefined} onClick={applyUpdate}>
        {isBusy ? t('update.busy') : t('update.continue')}
      </Button>
    </Overlay>
  )
}
