import { useId } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import { Overlay } from './overlay.tsx'
import styles from './rotate-overlay.module.css'

export function RotateOverlay() {
  const { t } = useTranslation('shell')
  const titleId = useId()
  return (
    <Overlay labelledBy={titleId} variant="plain">
      <div className={styles.screen}>
        <svg viewBox="0 0 96 96" aria-hidden="true" className={styles.phone}>
          <g className={styles.turning}>
            <rect x="31" y="18" width="34" height="60" rx="7" />
            <path d="M43 24h10M36 62h24M41 68h14" />
            <path className={styles.sun} d="M40 58a8 8 0 0 1 16 0z" />
          </g>
          <path
            className={styles.arc}
            d="M10.4 34.3A40 40 0 0 1 58.3 9.4M58.3 9.4l-8.5-5M58.3 9.4l-8.7 4.2"
          />
        </svg>
        <div>
          <h1 id={titleId} className={text.title} tabIndex={-1}>
            {t('rotate.title')}
          </h1>
          <p className={classNames(text.soft, styles.hint)}>{t('rotate.text')}</p>
        </div>
      </div>
    </Overlay>
  )
}
