import { useQuery } from '@tanstack/react-query'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { formatDay } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { amountText } from '#/features/member/amount-text.ts'
import { memberSeasonQuery } from '#/features/member/api.ts'
import type { Season } from '#/shell/published-seasons-query.ts'
import { EARN_NOW } from '#/features/member/member-search.ts'
import { SeasonPicker } from '#/features/member/season-picker.tsx'
import type { Why } from '#/features/member/why/use-why.ts'
import { WhyButton } from '#/features/member/why/why-button.tsx'
import { stateTone } from './state-tone.ts'
import styles from './tabs.module.css'

type SeasonTabProps = {
  userId: number
  seasons: readonly Season[]
  seasonId: number | undefined
  why: Why
}

/** Shows the member's standing in one season, and what each round paid. */
export function SeasonTab({ userId, seasons, seasonId, why }: SeasonTabProps) {
  const { t } = useTranslation('member')
  const query = useQuery({
    ...memberSeasonQuery(userId, seasonId ?? 0),
    enabled: seasonId !== undefined,
  })
  if (seasonId === undefined) {
    return (
      <Panel isFlush>
        <Empty message={t('seasonTab.none')} />
      </Panel>
    )
  }
  return (
    <Panel isFlush>
      <div className={styles.head}>
        <SeasonPicker seasons={seasons} chosen={seasonId} />
        <Button size="small" onClick={(event) => why.ask(EARN_NOW, event.currentTarget)}>
          {t('why:earnNow')}
        </Button>
      </div>
      <Loaded
        query={query}
        endpoint={memberEndpoints['member.season']}
        failed={t('seasonTab.failed')}
      >
        {(data) =>
          data.joined ? (
            <>
              <Standing data={data} />
              <Rounds data={data} why={why} />
            </>
          ) : (
            <Empty message={t('seasonTab.notJoined', { title: titleOf(seasons, data.seasonId) })} />
          )
        }
      </Loaded>
    </Panel>
  )
}

const titleOf = (seasons: readonly Season[], seasonId: number) =>
  seasons.find((each) => each.seasonId === seasonId)?.title[currentLanguage()] ?? ''

type MemberSeason = CallData<'member.season'>

function Standing({ data }: { data: MemberSeason }) {
  const { t } = useTranslation('member')
  const { me, checkIns, daysSoFar, spins, missionsDone } = data
  const symbol = me.rewardSymbol
  return (
    <div className={styles.columns}>
      <Facts
        facts={[
          [t('tiles.xp'), formatNumber(me.seasonXp)],
          [t('seasonTab.spendable'), formatNumber(me.xpBalance)],
          [t('seasonTab.rank'), me.rank === null ? '–' : formatNumber(me.rank)],
          [t('tiles.level'), formatNumber(me.level)],
          [t('seasonTab.levelBonus'), formatPercent(me.levelBonusPercent)],
        ]}
      />
      <Facts
        facts={[
          [t('seasonTab.tier'), me.tier],
          [t('seasonTab.tierBonus'), formatPercent(me.tierBonusPercent)],
          [
            t('seasonTab.nextTier'),
            me.nextTier === null
              ? '–'
              : t('seasonTab.tierFrom', {
                  name: me.nextTier.name,
                  xp: formatNumber(me.nextTier.minXp),
                }),
          ],
          [
            t('tiles.checkIns'),
            t('seasonTab.ofDays', { days: formatNumber(checkIns), all: formatNumber(daysSoFar) }),
          ],
          [t('seasonTab.spins'), formatNumber(spins)],
          [t('seasonTab.missions'), formatNumber(missionsDone)],
        ]}
      />
      <Facts
        facts={[
          [t('seasonTab.estimated'), amountText(me.estimatedReward, symbol)],
          [t('seasonTab.received'), amountText(me.receivedReward, symbol)],
          [t('seasonTab.pending'), amountText(me.pendingReward, symbol)],
          [t('seasonTab.waiting'), amountText(me.waitingReward, symbol)],
        ]}
      />
    </div>
  )
}

function Rounds({ data: { rounds }, why }: { data: MemberSeason; why: Why }) {
  const { t } = useTranslation('member')
  if (rounds.length === 0) return null
  return (
    <Table
      label={t('seasonTab.rounds')}
      columns={[
        t('seasonTab.round'),
        t('seasonTab.days'),
        { right: t('unitNames.XP') },
        { right: t('seasonTab.checkInDays') },
        t('seasonTab.outcome'),
        { right: t('seasonTab.reward') },
        { unseen: t('why:ask') },
      ]}
    >
      {rounds.map((round) => (
        <tr key={round.roundId} aria-current={why.entry === `round:${round.roundId}`}>
          <td>{round.number}</td>
          <td className={text.unbroken}>
            {formatDay(round.startAt)} – {formatDay(Date.parse(round.endAt) - 1)}
          </td>
          <td className={table.right}>{formatNumber(round.xp)}</td>
          <td className={table.right}>{formatNumber(round.checkInDays)}</td>
          <td>
            <Badge tone={stateTone(round.outcome)}>
              {findTextOf('member', `seasonTab.outcomes.${round.outcome}`) ?? round.outcome}
            </Badge>
          </td>
          <td className={table.right}>
            {round.reward === null ? '–' : amountText(round.reward, round.symbol)}
          </td>
          <td>
            <div className={table.actions}>
              <WhyButton
                entry={`round:${round.roundId}`}
                name={t('seasonTab.roundNamed', { number: round.number })}
                why={why}
              />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}
