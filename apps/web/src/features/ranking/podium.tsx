import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Avatar } from '#/ui/avatar.tsx'
import text from '#/ui/text.module.css'
import type { RankingRow } from './api.ts'
import styles from './podium.module.css'

/** Shows the first three: the first one in the middle, but read in order. */
export function Podium({ rows, meId }: { rows: readonly RankingRow[]; meId: number }) {
  const { t } = useTranslation('ranking')
  return (
    <ol className={styles.podium} aria-label={t('podium')}>
      {rows.map((row, at) => (
        <li key={row.userId} className={styles[`place${at + 1}`]}>
          {at === 0 && (
            <svg width="84" height="24" viewBox="0 0 84 24" fill="none" aria-hidden="true">
              <path
                d="M42 14V5M26.5 17l-3.5-8M57.5 17l3.5-8"
                stroke="#f4c95d"
                strokeWidth="2.5"
                strokeLinecap="round"
              />
            </svg>
          )}
          <Avatar seed={String(row.userId)} size={at === 0 ? 72 : 56} />
          <p className={classNames(text.strong, styles.name)}>
            <span className={text.unseen}>{formatNumber(row.rank)} </span>
            {row.nickname}
            {row.userId === meId && <span className={text.unseen}> ({t('you')})</span>}
          </p>
          <p className={classNames(text.small, text.soft, text.number)}>
            {t('xp', { xp: formatNumber(row.xp) })}
          </p>
          <span className={styles.plinth} aria-hidden="true">
            <span className={classNames(at === 0 ? text.display : text.title)}>
              {formatNumber(row.rank)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
