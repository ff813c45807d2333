import { useQuery } from '@tanstack/react-query'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearDay } from '#/lib/times.ts'
import { campaignSeasonsQuery } from '#/features/notice/api.ts'
import type { CampaignSeason } from '#/features/notice/api.ts'
import { linesOf } from './facts.ts'
import type { Audience, Fact, Facts } from './facts.ts'

/** Reads an audience as sentences, one for each fact. */
export function AudienceSentences({ audience }: { audience: Audience }) {
  const { t } = useTranslation('campaign')
  const { data: { list: seasons } = { list: [] } } = useQuery(campaignSeasonsQuery)
  const lines = linesOf(audience)
  if (lines.length === 0) return <p>{t('everybody')}</p>
  return (
    <ul>
      {lines.map(({ fact, isExcluded }, index) => {
        const facts = isExcluded ? audience.exclude : audience.audience
        const joint = isExcluded ? t('butNot') : index === 0 ? t('members') : t('and')
        const sentence = t(`facts.${fact}.sentence`, { value: valueText(fact, facts, seasons, t) })
        return (
          <li key={`${fact} ${isExcluded}`}>
            {joint} {sentence}
          </li>
        )
      })}
    </ul>
  )
}

function valueText(
  fact: Fact,
  facts: Facts,
  seasons: readonly CampaignSeason[],
  t: ReturnType<typeof useTranslation<'campaign'>>['t'],
): string {
  const language = currentLanguage()
  switch (fact) {
    case 'seasonId': {
      const season = seasons.find(({ seasonId }) => seasonId === facts.seasonId)
      return season?.title[language] ?? t('seasonNumbered', { id: facts.seasonId ?? '' })
    }
    case 'tierId': {
      const tier = seasons
        .flatMap(({ tiers }) => tiers)
        .find(({ tierId }) => tierId === facts.tierId)
      return tier?.name[language] ?? String(facts.tierId)
    }
    case 'language':
      return t(`facts.language.${facts.language ?? 'en'}`)
    case 'wallet':
      return t(`facts.wallet.${facts.wallet ?? 'no'}`)
    case 'bought':
      return t(`facts.bought.${facts.bought ?? 'no'}`)
    case 'joinedFrom':
    case 'joinedBefore':
    case 'lastCheckInBefore':
      return facts[fact] === undefined ? '' : formatYearDay(facts[fact])
  }
}
