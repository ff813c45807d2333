import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { MISSION_ID, missionQuery } from '#/features/mission/api.ts'
import type { Standing } from '#/features/mission/api.ts'
import { expectedXp } from './check-in-xp.ts'

type CheckInLinkProps = { seasonId: number; standing: Standing | undefined }

/** Leads to the check-in and names its XP; renders nothing while it is closed or done. */
export function CheckInLink({ seasonId, standing }: CheckInLinkProps) {
  const { t } = useTranslation('mission')
  const missionId = MISSION_ID.CHECK_IN
  const { data: mission } = useQuery(missionQuery(seasonId, missionId))
  if (mission?.type !== 'CHECK_IN' || !mission.available) return null
  return (
    <Link
      to="/rewards/dashboard/$seasonId/missions/$missionId/"
      params={{ seasonId, missionId }}
      className={buttonClass('lit')}
    >
      {t('checkIn.do', { xp: formatNumber(expectedXp(mission, standing)) })}
    </Link>
  )
}
