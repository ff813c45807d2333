import { useTranslation } from '#/lib/i18n.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import styles from './loading-screen.module.css'

/** Uses the frame of the next screen, so that the layout does not shift. */
export function LoadingScreen() {
  const { t } = useTranslation()
  return (
    <Screen header={<ScreenHeader />}>
      <div className={styles.middle} role="status" aria-label={t('loading')}>
        <Spinner />
      </div>
    </Screen>
  )
}
