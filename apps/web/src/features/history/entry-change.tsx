import { formatAmount, formatChange } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import type { HistoryEntry } from './api.ts'
import styles from './history-list.module.css'

/** Shows the changes of an entry: XP, tickets, and the reward that a round paid. */
export function EntryChange({ entry }: { entry: Pick<HistoryEntry, 'xp' | 'tickets' | 'reward'> }) {
  const { t } = useTranslation('history')
  const { xp, tickets, reward } = entry
  return (
    <span className={classNames(text.number, styles.change)}>
      {reward && (
        <span className={classNames(text.strong, styles.in)}>
          +{formatAmount(reward.amount)} {reward.symbol}
        </span>
      )}
      {xp !== 0 && <span className={text.strong}>{t('xp', { xp: formatChange(xp) })}</span>}
      {tickets !== 0 && (
        <span className={classNames(xp === 0 ? text.strong : classNames(text.small, text.soft))}>
          {t('tickets', { count: Math.abs(tickets), change: formatChange(tickets) })}
        </span>
      )}
    </span>
  )
}
