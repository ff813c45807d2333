import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatYearMinute } from '#/lib/times.ts'
import { Badge } from '#/ui/badge.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import type { Hold } from './api.ts'
import styles from './holds.module.css'

type Signal = Hold['facts'][number]

/** A family shares these too, so that they never open a hold by themselves. */
const isSupport = ({ signal }: Signal) => signal === 'DEVICE' || signal === 'NETWORK'

/** Shows the score to scale against its threshold, and each signal in a sentence. */
export function Signals({ hold: { facts, score, threshold } }: { hold: Hold }) {
  const { t } = useTranslation('holds')
  const sum = facts.reduce((all, { weight }) => all + weight, 0)
  const widest = Math.max(score, threshold, 1) * 1.05
  const share = (value: number) => `${(100 * value) / widest}%`
  // Not every account shares every signal, so the score is less than the sum of all points.
  const partOf = ({ weight }: Signal) => (sum > 0 ? (score * weight) / sum : 0)
  return (
    <Panel
      title={t('signals')}
      more={
        <span className={classNames(text.small, text.soft)}>
          {t('scoreOf', { score: formatNumber(score), threshold: formatNumber(threshold) })}
        </span>
      }
    >
      <div className={styles.score} aria-hidden="true">
        {facts.map((fact) => (
          <i
            key={fact.signal}
            className={isSupport(fact) ? styles.support : undefined}
            style={{ width: share(partOf(fact)) }}
          />
        ))}
        <i className={styles.threshold} style={{ left: share(threshold) }} />
      </div>
      {facts.map((fact) => (
        <SignalFacts key={fact.signal} fact={fact} />
      ))}
      <p className={classNames(text.small, text.faint)}>{t('memberReads')}</p>
    </Panel>
  )
}

function SignalFacts({ fact }: { fact: Signal }) {
  const { t } = useTranslation('holds')
  const { signal, evidence, weight, members, values } = fact
  const { firstJoinedAt, lastJoinedAt } = values
  return (
    <section className={styles.signal}>
      <div className={styles.signalHead}>
        <h3 className={text.strong}>{t(`signalNames.${signal}`)}</h3>
        <span className={styles.badges}>
          <Badge>{t(`evidence.${evidence}`)}</Badge>
          <Badge tone={isSupport(fact) ? 'plain' : 'accent'}>
            {t('points', { count: weight })}
          </Badge>
        </span>
      </div>
      <p>{t(`signalTexts.${signal}`, { count: members })}</p>
      {typeof firstJoinedAt === 'string' && typeof lastJoinedAt === 'string' && (
        <p className={classNames(text.small, text.soft)}>
          {t('joinedBetween', {
            from: formatYearMinute(firstJoinedAt),
            to: formatYearMinute(lastJoinedAt),
          })}
        </p>
      )}
      {isSupport(fact) && <p className={classNames(text.small, text.soft)}>{t('supportNote')}</p>}
    </section>
  )
}
