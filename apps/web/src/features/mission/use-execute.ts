import { programmeDayOf } from '@solstice/rules/programme-day'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { useAction } from '#/lib/use-action.ts'
import { executeMission } from './api.ts'
import type { ExecuteBody, MissionDetail } from './api.ts'
import { refusalText } from './refusal.ts'

type MissionParams = Pick<MissionDetail, 'seasonId' | 'missionId'>

/** Completes a mission. */
export function useExecute({ seasonId, missionId }: MissionParams) {
  const { t } = useTranslation('mission')
  const { run, isBusy, isUnconfirmed } = useAction({
    call: (body: ExecuteBody, key) => executeMission({ seasonId, missionId }, body, key),
    intent: ['mission', seasonId, missionId],
    // A daily mission is a new request on each programme day.
    request: (body) => [programmeDayOf(new Date(serverNow())), body],
    texts: { failed: (error) => refusalText(error, t) },
    refresh: refreshProgramme,
  })
  return { execute: (body: ExecuteBody = {}) => run(body), isBusy, isUnconfirmed }
}
