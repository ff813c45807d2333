import { Link } from '@tanstack/react-router'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { Badge } from '#/ui/badge.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'
import { amountsText } from './amounts.ts'
import type { HoldRow } from './hold-queries.ts'
import styles from './hold-rows.module.css'
import { AgeBadge, StateBadge } from './state-badge.tsx'

type HoldRowsProps = {
  list: readonly HoldRow[]
  /** A list of one member names its holds, not the member again. */
  isOfOneMember?: boolean
}

/** Lists holds, each with its evidence, its group, what it touches, and how long it waits. */
export function HoldRows({ list, isOfOneMember = false }: HoldRowsProps) {
  const { t } = useTranslation('holds')
  return (
    <ul className={classNames(rows.rows, rows.stacked)}>
      {list.map((hold) => (
        <li key={hold.holdId}>
          <span className={rows.grow}>
            <Link
              to="/holds/$holdId"
              params={{ holdId: String(hold.holdId) }}
              className={text.strong}
            >
              {isOfOneMember ? t('one', { id: hold.holdId }) : hold.nickname}
            </Link>
            <br />
            <span className={classNames(text.small, text.soft)}>
              {t('rowNote', {
                id: hold.holdId,
                group: hold.groupId,
                open: hold.groupOpen,
                holds: hold.groupHolds,
              })}
              {' · '}
              {hold.endedAt === null
                ? t('endsBy', { time: formatMinute(hold.until) })
                : t('endedAt', { time: formatMinute(hold.endedAt) })}
            </span>
          </span>
          <span className={styles.badges}>
            {hold.evidence.map((each) => (
              <Badge key={each}>{t(`evidence.${each}`)}</Badge>
            ))}
          </span>
          <span className={classNames(text.strong, text.numbers)}>
            {amountsText(hold.amounts) ?? '–'}
          </span>
          <span className={styles.badges}>
            <AgeBadge hold={hold} />
            <StateBadge state={hold.state} />
          </span>
        </li>
      ))}
    </ul>
  )
}
