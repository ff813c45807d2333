import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { operatorEndpoints } from '@solstice/contract/operator.endpoints'
import { seasonPlanEndpoints } from '@solstice/contract/season-plan.endpoints'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { publishedSeasonsQuery } from '#/shell/published-seasons-query.ts'
import { Note } from '#/ui/note.tsx'
import { MemberActions } from './actions/member-actions.tsx'
import { memberQuery } from './api.ts'
import { MemberBadges } from './member-badges.tsx'
import { MemberTabs } from './member-tabs.tsx'
import { MemberTiles } from './member-tiles.tsx'

/** The file of one member: state, figures, everything that happened, and why. */
export function MemberScreen() {
  const { t } = useTranslation('member')
  const params = useParams({ from: '/app/members/$userId' })
  const userId = Number(params.userId)
  const query = useQuery(memberQuery(userId))
  const seasonsQuery = useQuery(publishedSeasonsQuery)
  const { data: seasons = [] } = seasonsQuery
  const member = query.data
  const season = seasons.find(({ seasonId }) => seasonId === member?.currentSeasonId)
  return (
    <Page
      isDense
      title={member?.nickname ?? t('title', { id: params.userId })}
      above={{ to: '/members', title: t('members'), name: params.userId }}
      beside={member && <MemberBadges key={userId} member={member} />}
      aside={<MemberActions key={userId} userId={userId} member={member} season={season} />}
    >
      {member?.deletedAt != null && (
        <Note tone="warn">{t('deletedNote', { time: formatYearMinute(member.deletedAt) })}</Note>
      )}
      <Loaded
        query={query}
        endpoint={operatorEndpoints['operator.showMember']}
        failed={t('failed', { id: params.userId })}
      >
        {(shown) => <MemberTiles member={shown} />}
      </Loaded>
      {seasonsQuery.error && (
        <Loaded
          query={seasonsQuery}
          endpoint={seasonPlanEndpoints['seasonPlan.list']}
          failed={t('seasonsFailed')}
        >
          {() => null}
        </Loaded>
      )}
      <MemberTabs key={userId} userId={userId} member={member} seasons={seasons} />
    </Page>
  )
}
