import { useState } from 'react'
import { formatPercent } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Emblem } from '#/ui/emblem.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import type { Executed } from './api.ts'
import styles from './tier-up-sheet.module.css'

/** A new tier is rare enough to stop for. */
export function TierUpSheet({ executed }: { executed: Executed | undefined }) {
  const { t } = useTranslation('mission')
  const [seen, setSeen] = useState<number>()
  if (!executed?.tierUp) return null
  const { tier, tierEmblem, tierBonusPercent, ticketRatePerDay } = executed.me
  const close = () => setSeen(executed.historyId)
  return (
    <Sheet
      isOpen={seen !== executed.historyId}
      onClose={close}
      title={t('tierUp.title', { tier })}
      actions={<Button onClick={close}>{t('tierUp.close')}</Button>}
    >
      <div className={styles.tier}>
        <span className={styles.emblem}>
          <Emblem name={tierEmblem} size={136} />
        </span>
        <ul className={classNames(text.soft, text.number, styles.gains)}>
          {tierBonusPercent > 0 && (
            <li>{t('tierUp.bonus', { percent: formatPercent(tierBonusPercent) })}</li>
          )}
          <li>{t('tierUp.tickets', { count: ticketRatePerDay })}</li>
        </ul>
      </div>
    </Sheet>
  )
}
