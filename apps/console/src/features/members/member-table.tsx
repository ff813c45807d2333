import { Link } from '@tanstack/react-router'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { formatYearDay, formatYearMinute } from '#/lib/times.ts'
import { useSpanText } from '#/shell/span-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { Member } from './api.ts'
import styles from './members-screen.module.css'

/** Lists members, whose rows open their pages. */
export function MemberTable({ list }: { list: readonly Member[] }) {
  const { t } = useTranslation('members')
  return (
    <Table
      label={t('title')}
      columns={[
        t('member'),
        t('nickname'),
        t('status'),
        t('tier'),
        { right: t('seasonXp') },
        t('language'),
        { right: t('lastSeen') },
        { right: t('joined') },
      ]}
      className={styles.members}
    >
      {list.map((member) => (
        <Row key={member.userId} member={member} />
      ))}
    </Table>
  )
}

function Row({ member }: { member: Member }) {
  const { userId, nickname, tier, seasonXp, language, lastSeenAt, createdAt } = member
  const may = useMay()
  return (
    <tr>
      <td className={classNames(text.numbers, text.faint)}>{userId}</td>
      <td className={text.unbroken}>
        {may('operator.showMember') ? (
          <Link {...memberAddress(userId)} className={classNames(text.strong, styles.open)}>
            {nickname}
          </Link>
        ) : (
          <b className={text.strong}>{nickname}</b>
        )}
      </td>
      <td>
        <Status member={member} />
      </td>
      <td>{tier ?? '–'}</td>
      <td className={table.right}>{seasonXp === null ? '–' : formatNumber(seasonXp)}</td>
      <td>{findTextOf('members', `languages.${language}`) ?? language}</td>
      <td className={classNames(table.right, text.soft)}>
        {lastSeenAt === null ? '–' : <Ago at={lastSeenAt} />}
      </td>
      <td className={classNames(table.right, text.soft)}>{formatYearDay(createdAt)}</td>
    </tr>
  )
}

function Ago({ at }: { at: string }) {
  const spanText = useSpanText()
  const now = useNow()
  return (
    <time dateTime={at} title={formatYearMinute(at)}>
      {spanText(now - Date.parse(at))}
    </time>
  )
}

function Status({ member: { status, deletedAt } }: { member: Member }) {
  const { t } = useTranslation('members')
  if (deletedAt !== null) return <Badge icon="close">{t('statuses.DELETED')}</Badge>
  const tone = { ACTIVE: 'ok', SUSPENDED: 'warn', DISABLED: 'bad' } as const
  return (
    <Badge tone={tone[status]} icon={status === 'ACTIVE' ? 'check' : 'stop'}>
      {t(`statuses.${status}`)}
    </Badge>
  )
}
