import checkedArt from '#/art/recorded.svg'
import waitingArt from '#/art/checking-log.svg'
import { formatNumber } from '@solstice/ui/format.ts'
import { formatOwnClock, formatOwnMinute, ownDaysBetween } from '@solstice/ui/programme-time.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { ProgressBar } from '#/ui/progress-bar.tsx'
import text from '#/ui/text.module.css'
import { LogWarning } from './log-warning.tsx'
import type { Warning } from './log-state.ts'
import styles from './points-log.module.css'
import type { PointsLog } from './use-points-log.ts'

type LogCardProps = {
  log: PointsLog
  warning: Warning | undefined
  /** Returns the name of a network; undefined while it is unknown. */
  chainName: (chainId: number) => string | undefined
}

/** Shows the outcome of the last check above the entries; nothing for a member without entries. */
export function LogCard({ log, warning, chainName }: LogCardProps) {
  const { record, isChecking, progress } = log
  if (warning && record) return <LogWarning warning={warning} record={record} />
  if (record?.checkedAt !== undefined) {
    if (record.remembered.count === 0) return null
    return <Checked checkedAt={record.checkedAt} record={record} chainName={chainName} />
  }
  if (isChecking) return <Checking progress={progress} />
  return <Unchecked isOffline={log.isOffline} />
}

function Checked(props: {
  checkedAt: number
  record: NonNullable<PointsLog['record']>
  chainName: LogCardProps['chainName']
}) {
  const { checkedAt, record, chainName } = props
  const { archived } = record.remembered
  const count = record.remembered.count - archived
  const { t } = useTranslation('points-log')
  const now = serverNow()
  const isToday = ownDaysBetween(checkedAt, now) === 0
  const time = isToday ? formatOwnClock(checkedAt) : formatOwnMinute(checkedAt)
  const { anchor } = record
  const chain = anchor && chainName(anchor.chainId)
  const isOfToday = anchor !== undefined && ownDaysBetween(anchor.since, now) === 0
  return (
    <section className={styles.card}>
      <img src={checkedArt} alt="" width={52} height={52} />
      <div>
        <h2 className={classNames(text.title, text.number)}>
          {count > 0
            ? t('checked.title', { count, number: formatNumber(count) })
            : t('checked.archivedTitle')}
        </h2>
        <p className={classNames(text.small, text.soft, text.number)}>
          {count > 0 && t(isToday ? 'checked.at' : 'checked.on', { count, time })}{' '}
          {archived > 0 &&
            t('checked.archived', { count: archived, number: formatNumber(archived) })}{' '}
          {chain !== undefined && t(isOfToday ? 'checked.chainToday' : 'checked.chain', { chain })}
        </p>
      </div>
    </section>
  )
}

function Checking({ progress }: { progress: PointsLog['progress'] }) {
  const { t } = useTranslation('points-log')
  return (
    <section className={styles.card} aria-busy="true">
      <img src={waitingArt} alt="" width={52} height={52} />
      <div className={styles.grow}>
        <h2 className={text.title}>{t('checking.title')}</h2>
        <p className={classNames(text.small, text.soft, text.number)}>
          {progress
            ? t('checking.progress', {
                done: formatNumber(progress.done),
                count: formatNumber(progress.count),
              })
            : t('checking.text')}
        </p>
        <div className={styles.progress}>
          <ProgressBar value={progress ? progress.done / Math.max(1, progress.count) : 0} />
        </div>
      </div>
    </section>
  )
}

function Unchecked({ isOffline }: { isOffline: boolean }) {
  const { t } = useTranslation('points-log')
  return (
    <section className={styles.card}>
      <img src={waitingArt} alt="" width={52} height={52} />
      <div>
        <h2 className={text.title}>{t('unchecked.title')}</h2>
        <p className={classNames(text.small, text.soft)}>
          {t(isOffline ? 'unchecked.offline' : 'unchecked.text')}
        </p>
      </div>
    </section>
  )
}
