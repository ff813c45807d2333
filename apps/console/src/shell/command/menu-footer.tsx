import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useDelayed } from '#/lib/use-delayed.ts'
import { Kbd } from '#/ui/kbd.tsx'
import styles from './command-menu.module.css'

/** A faster reply replaces the earlier time without a word in between. */
const SLOW_AFTER_MS = 300

type MenuFooterProps = { isSettled: boolean; tookMs: number | undefined }

/** Names the keys and how long the search took. */
export function MenuFooter({ isSettled, tookMs }: MenuFooterProps) {
  const { t } = useTranslation('command')
  return (
    <p className={styles.keys} aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keys.move')}
      </span>
      <span>
        <Kbd>Enter</Kbd> {t('keys.open')}
      </span>
      <span>
        <Kbd>Tab</Kbd> {t('keys.peek')}
      </span>
      <span>
        <Kbd>&gt;</Kbd> {t('keys.actions')}
      </span>
      <span className={styles.took}>
        {!isSettled ? <Searching /> : tookMs !== undefined && `${formatNumber(tookMs)} ms`}
      </span>
    </p>
  )
}

function Searching() {
  const { t } = useTranslation('command')
  return useDelayed(SLOW_AFTER_MS) ? t('searching') : null
}
