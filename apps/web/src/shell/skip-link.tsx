import { useTranslation } from '#/lib/i18n.ts'
import styles from './skip-link.module.css'

/** The first stop of the Tab key, which skips everything that is on every screen. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => {
        const main = document.querySelector('main')
        main?.setAttribute('tabindex', '-1')
        main?.focus()
      }}
    >
      {t('skip')}
    </button>
  )
}
