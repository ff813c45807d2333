import { useTranslation } from '#/lib/i18n.ts'
import { Spinner } from '#/ui/spinner.tsx'
import styles from './loading-screen.module.css'

export function LoadingScreen() {
  const { t } = useTranslation()
  return (
    <div className={styles.screen} role="status" aria-label={t('loading')}>
      <Spinner />
    </div>
  )
}
