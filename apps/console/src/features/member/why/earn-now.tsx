import { useQuery } from '@tanstack/react-query'
import { explanationText } from '@solstice/contract/explanation-texts'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import text from '#/ui/text.module.css'
import { missionsQuery } from '#/features/member/api.ts'
import { answerOf, zoneOf } from './answer-of.ts'
import styles from './why.module.css'

type Mission = CallData<'member.missions'>['list'][number]

/** Says for every mission of a season whether the member would get it now, and why not. */
export function EarnNow({ userId, seasonId }: { userId: number; seasonId: number | undefined }) {
  const { t } = useTranslation('why')
  const query = useQuery({
    ...missionsQuery(userId, seasonId ?? 0),
    enabled: seasonId !== undefined,
  })
  if (seasonId === undefined) return <Empty message={t('noSeason')} />
  return (
    <Loaded
      query={query}
      endpoint={memberEndpoints['member.missions']}
      failed={t('missionsFailed')}
    >
      {({ list }) => {
        const available = list.filter((mission) => mission.available)
        if (list.length === 0) return <Empty message={t('noMissions')} />
        return (
          <>
            <p className={text.soft}>
              {t('earnSummary', { count: available.length, total: list.length })}
            </p>
            <ul className={styles.missions}>
              {[...available, ...list.filter((mission) => !mission.available)].map((mission) => (
                <MissionRow key={mission.missionId} mission={mission} />
              ))}
            </ul>
          </>
        )
      }}
    </Loaded>
  )
}

function MissionRow({ mission }: { mission: Mission }) {
  const { t } = useTranslation('why')
  const { name, available, completed, explanation } = mission
  const zone = zoneOf(explanation)
  const words = explanationText(explanation, currentLanguage(), zone.timeZone)
  return (
    <li>
      <span className={styles.mission}>
        <b>{name}</b>
        {available ? (
          <Badge tone="ok" icon="check">
            {t('yesNow')}
          </Badge>
        ) : (
          <Badge icon={completed ? 'check' : 'close'}>
            {t(completed ? 'completed' : 'notNow')}
          </Badge>
        )}
      </span>
      <span className={classNames(text.small, text.soft)}>
        {answerOf(words, currentLanguage(), zone)}
      </span>
    </li>
  )
}
