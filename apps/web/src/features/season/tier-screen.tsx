import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { levelsQuery, seasonQuery, tiersQuery } from './api.ts'
import type { Tier } from './api.ts'
import { Emblem } from '#/ui/emblem.tsx'
import styles from './tier-screen.module.css'

export function TierScreen({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('season')
  const back = useBack()
  const query = useQuery(tiersQuery(seasonId))
  const { data: season } = useQuery(seasonQuery(seasonId))
  return (
    <Screen header={<ScreenHeader back={back} title={t('tier.title')} />}>
      <div className={styles.page}>
        <p className={text.soft}>{t('tier.about')}</p>
        <Loaded
          query={query}
          skeleton={<Skeleton isCard width="100%" height="480px" />}
          failed={t('tier.failed')}
        >
          {(tiers) => <TierPath tiers={tiers} seasonXp={season?.me.seasonXp} />}
        </Loaded>
        <LevelBonus seasonId={seasonId} />
      </div>
    </Screen>
  )
}

/** Lists the tiers from the lowest up, along the path of the sun. */
function TierPath({ tiers, seasonXp }: { tiers: readonly Tier[]; seasonXp: number | undefined }) {
  return (
    <ol className={styles.tiers} reversed>
      {tiers.toReversed().map((tier) => (
        <TierStep key={tier.tierId} tier={tier} seasonXp={seasonXp} />
      ))}
    </ol>
  )
}

function TierStep({ tier, seasonXp }: { tier: Tier; seasonXp: number | undefined }) {
  const { t } = useTranslation('season')
  const isReached = seasonXp !== undefined && seasonXp >= tier.minXp
  return (
    <li
      className={classNames(styles.tier, tier.mine && styles.mine, isReached && styles.reached)}
      aria-current={tier.mine ? 'step' : undefined}
    >
      <span className={styles.emblem}>
        <Emblem name={tier.emblem} size={tier.mine ? 64 : 52} />
      </span>
      <div className={styles.text}>
        <p className={styles.head}>
          <span className={classNames(text.title, text.twoLines)}>{tier.name}</span>
          {tier.mine && (
            <span className={classNames(text.small, styles.tag)}>{t('tier.mine')}</span>
          )}
        </p>
        <p className={classNames(text.small, text.soft, text.number)}>
          {t('tier.from', { xp: formatNumber(tier.minXp) })}
          {seasonXp !== undefined && !isReached && (
            <span className={text.faint}>
              {' · '}
              {t('tier.toGo', { xp: formatNumber(tier.minXp - seasonXp) })}
            </span>
          )}
        </p>
        <p className={classNames(text.small, text.soft, text.number)}>
          {tier.bonusPercent > 0
            ? t('tier.bonus', { percent: `+${formatPercent(tier.bonusPercent)}` })
            : t('tier.noBonus')}
          {' · '}
          {t('tier.tickets', { count: tier.ticketsPerDay })}
        </p>
      </div>
      {isReached && !tier.mine && (
        <p className={styles.state}>
          <Icon name="check" size={20} />
          <span className={text.unseen}>{t('tier.reached')}</span>
        </p>
      )}
    </li>
  )
}

/** Shows only the levels at which the bonus changes, instead of three hundred rows. */
function LevelBonus({ seasonId }: { seasonId: number }) {
  const { t } = useTranslation('season')
  const { data: levels } = useQuery(levelsQuery(seasonId))
  if (!levels) return null
  const steps = levels.filter(
    ({ bonusPercent }, at) => bonusPercent > 0 && bonusPercent !== levels[at - 1]?.bonusPercent,
  )
  const [first] = steps
  if (!first) return null
  return (
    <section className={styles.levels}>
      <h2 className={text.title}>{t('tier.levels')}</h2>
      <p className={text.soft}>
        {t('tier.levelsText', { step: formatNumber(levels[1]?.minXp ?? 0), from: first.level })}
      </p>
      <Card>
        <ul className={styles.bonuses}>
          {steps.map(({ level, minXp, bonusPercent }) => (
            <li key={level} className={styles.bonus}>
              <span className={text.strong}>{t('tier.fromLevel', { level })}</span>
              <span className={classNames(text.small, text.soft, text.number)}>
                {t('tier.from', { xp: formatNumber(minXp) })}
              </span>
              <span className={classNames(text.strong, text.number)}>
                +{formatPercent(bonusPercent)}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
