import { useQuery } from '@tanstack/react-query'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber, formatShortAmount } from '@solstice/ui/format.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { useTranslation } from '#/lib/i18n.ts'
import type { Translate } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatDay } from '#/lib/times.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import text from '#/ui/text.module.css'
import { memberSeasonQuery } from './api.ts'
import type { Member } from './api.ts'
import styles from './member-screen.module.css'

type MemberSeason = CallData<'member.season'>
/** Stands for a figure that is not known yet, or that the role may not read. */
const UNKNOWN = '–'

type Tile = { label: string; figure: string; note: string; isBad?: boolean }

/** Shows the figures that answer most questions: this season, the balances, and the account. */
export function MemberTiles({ member }: { member: Member }) {
  const { t } = useTranslation('member')
  const may = useMay()
  const query = useQuery({
    ...memberSeasonQuery(member.userId, member.currentSeasonId ?? 0),
    enabled: member.currentSeasonId !== null && may('member.season'),
  })
  const [xp, level, tickets, token, checkIns] = useSeasonTiles(query.data)
  const [credit, withdrawals, sessions] = useAccountTiles(member)
  return (
    <section aria-label={t('tiles.label')}>
      <dl className={styles.tiles}>
        {[xp, level, tickets, credit, token, checkIns, withdrawals, sessions].map((tile) => (
          <FigureTile key={tile.label} tile={tile} />
        ))}
      </dl>
      {query.error && (
        <Loaded
          query={query}
          endpoint={memberEndpoints['member.season']}
          failed={t('tiles.failed')}
        >
          {() => null}
        </Loaded>
      )}
    </section>
  )
}

function FigureTile({ tile: { label, figure, note, isBad = false } }: { tile: Tile }) {
  return (
    <div className={styles.tile}>
      <dt className={classNames(text.small, text.soft)}>{label}</dt>
      <dd className={classNames(styles.figure, isBad && styles.bad)}>{figure}</dd>
      <dd className={classNames(text.small, text.faint)}>{note}</dd>
    </div>
  )
}

function useSeasonTiles(data: MemberSeason | undefined): [Tile, Tile, Tile, Tile, Tile] {
  const { t } = useTranslation('member')
  if (!data) {
    const unknown = (label: string): Tile => ({ label, figure: UNKNOWN, note: UNKNOWN })
    return [
      unknown(t('tiles.xp')),
      unknown(t('tiles.level')),
      unknown(t('tiles.tickets')),
      unknown(t('tiles.rewards')),
      unknown(t('tiles.checkIns')),
    ]
  }
  const { me, checkIns, daysSoFar } = data
  const onItsWay = Number(me.pendingReward) + Number(me.waitingReward)
  return [
    {
      label: t('tiles.xp'),
      figure: formatNumber(me.seasonXp),
      note: me.rank === null ? t('tiles.noRank') : t('tiles.rank', { rank: formatNumber(me.rank) }),
    },
    {
      label: t('tiles.level'),
      figure: formatNumber(me.level),
      note:
        me.nextLevelMinXp === null
          ? t('tiles.highestLevel')
          : t('tiles.toLevel', { xp: formatNumber(me.xpToNextLevel), level: me.level + 1 }),
    },
    {
      label: t('tiles.tickets'),
      figure: formatNumber(me.tickets),
      note: t('tiles.ticketsADay', { count: me.ticketRatePerDay }),
    },
    {
      label: t('tiles.token', { symbol: me.rewardSymbol }),
      figure: formatShortAmount(me.receivedReward),
      note: t('tiles.onItsWay', {
        amount: onItsWay === 0 ? formatNumber(0) : formatShortAmount(String(onItsWay)),
      }),
    },
    {
      label: t('tiles.checkIns'),
      figure: formatNumber(checkIns),
      note: t('tiles.ofDays', { count: daysSoFar }),
    },
  ]
}

function useAccountTiles(member: Member): [Tile, Tile, Tile] {
  const { t } = useTranslation('member')
  const now = useNow()
  const spanText = useSpanText()
  const { balances, openSessions, lastSeenAt, counts } = member
  const credit = balances.find(({ asset }) => asset === 'CREDIT')?.balance ?? '0'
  return [
    {
      label: t('tiles.credit'),
      figure: formatNumber(Number(credit)),
      note: t('tiles.bought', { count: counts.orders }),
    },
    { label: t('tiles.withdrawals'), ...withdrawalsOf(member, now, t) },
    {
      label: t('tiles.sessions'),
      figure: formatNumber(openSessions),
      note:
        lastSeenAt === null
          ? t('tiles.notSeen')
          : t('tiles.seen', { age: spanText(now - Date.parse(lastSeenAt)) }),
    },
  ]
}

/** Says whether the member may withdraw: frozen by a report, paused after a change, or closed. */
function withdrawalsOf(member: Member, now: number, t: Translate<'member'>): Omit<Tile, 'label'> {
  const { payoutsFrozenAt, withdrawalsPausedUntil, status } = member
  if (payoutsFrozenAt !== null) {
    const note = t('tiles.frozenSince', { day: formatDay(payoutsFrozenAt) })
    return { figure: t('tiles.onHold'), note, isBad: true }
  }
  if (status !== 'ACTIVE') {
    return { figure: t('tiles.onHold'), note: t(`statuses.${status}`), isBad: true }
  }
  if (withdrawalsPausedUntil !== null && now < Date.parse(withdrawalsPausedUntil)) {
    const note = t('tiles.until', { day: formatDay(withdrawalsPausedUntil) })
    return { figure: t('tiles.paused'), note, isBad: true }
  }
  return { figure: t('tiles.open'), note: t('tiles.noPause') }
}
