import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import type { CampaignSeason } from '#/features/notice/api.ts'
import { offsetParts } from './moment.ts'
import type { Moment } from './moment.ts'

/** Returns functions that write a moment, such as "24 hours before round 3 of The Long Night ends". */
export function useMomentText(seasons: readonly CampaignSeason[]) {
  const { t } = useTranslation('campaign')

  function nameOf({ kind, seasonId, round }: Pick<Moment, 'kind' | 'seasonId' | 'round'>): string {
    const title = seasons.find((season) => season.seasonId === seasonId)?.title[currentLanguage()]
    const season = title ?? t('seasonNumbered', { id: seasonId })
    return t(`moments.${kind}`, { season, round: round ?? '' })
  }

  function textOf(moment: Moment): string {
    const name = nameOf(moment)
    if (moment.offsetMinutes === 0) return t('momentAt', { moment: name })
    const { count, unit } = offsetParts(moment.offsetMinutes)
    const span = t(`spans.${unit}`, { count })
    const key = moment.offsetMinutes < 0 ? 'momentBefore' : 'momentAfter'
    return t(key, { moment: name, span })
  }

  return { nameOf, textOf }
}
