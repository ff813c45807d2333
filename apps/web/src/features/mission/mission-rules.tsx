import { meanPrize } from '@solstice/rules/missions/spin/spin'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { MISSION_ID, missionQuery } from './api.ts'
import type { DetailOf } from './api.ts'
import styles from './mission-rules.module.css'

/** Shows the rules of check-in and spin with the values of this season. */
export function MissionRules({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('season')
  const { data: checkIn } = useQuery(missionQuery(seasonId, MISSION_ID.CHECK_IN))
  const { data: spin } = useQuery(missionQuery(seasonId, MISSION_ID.SPIN))
  return (
    <>
      <section className={styles.rule}>
        <h2 className={text.title}>{t('rules.checkIn')}</h2>
        <p className={text.soft}>{t('rules.checkInText')}</p>
        {checkIn?.type === 'CHECK_IN' && (
          <p className={text.soft}>
            {t('rules.checkInXp', {
              base: checkIn.baseXp,
              bonus: checkIn.bonusXp,
              every: checkIn.bonusEvery,
            })}
          </p>
        )}
      </section>
      <section className={styles.rule}>
        <h2 className={text.title}>{t('rules.spin')}</h2>
        {spin?.type === 'SPIN' ? (
          <Odds spin={spin} />
        ) : (
          <Skeleton isCard width="100%" height="240px" />
        )}
      </section>
    </>
  )
}

function Odds({ spin }: { spin: DetailOf<'SPIN'> }) {
  const { t } = useTranslation('season')
  return (
    <>
      <p className={text.soft}>{t('rules.spinText', { count: spin.freeSpinsPerDay })}</p>
      <Card>
        <table className={styles.odds}>
          <thead className={classNames(text.small, text.soft)}>
            <tr>
              <th scope="col">{t('rules.prize')}</th>
              <th scope="col">{t('rules.chance')}</th>
            </tr>
          </thead>
          <tbody className={text.number}>
            {spin.prizes.map(({ xp, percent }, at) => (
              <tr key={at}>
                <td className={text.strong}>{t('xpAmount', { xp: formatNumber(xp) })}</td>
                <td className={text.soft}>{formatPercent(percent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <p className={text.soft}>{t('rules.mean', { xp: formatNumber(meanPrize(spin.prizes)) })}</p>
      <p className={text.soft}>{t('rules.fair')}</p>
    </>
  )
}
