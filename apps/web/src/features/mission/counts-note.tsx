import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import styles from './proof.module.css'

/** States which actions count for a mission. */
export function CountsNote({ children }: { children: ReactNode }) {
  const { t } = useTranslation('proof')
  return (
    <p className={classNames(text.small, text.soft, styles.counts)}>
      <Icon name="shield" size={20} />
      <span>
        <strong className={styles.countsTitle}>{t('counts.title')}</strong> {children}
      </span>
    </p>
  )
}
