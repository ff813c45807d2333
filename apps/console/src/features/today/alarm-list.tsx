import type { CallData } from '@solstice/contract/wire'
import { classNames } from '@solstice/ui/class-names.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Empty } from '#/shell/loaded.tsx'
import { useSpanText } from '#/shell/span-text.ts'
import { Badge } from '#/ui/badge.tsx'
import type { Tone } from '#/ui/badge.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { IconName } from '#/ui/icon.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'
import styles from './today-screen.module.css'

type Alarm = CallData<'operator.today'>['alarms'][number]

const LOOKS: Record<Alarm['severity'], { tone: Tone; icon: IconName; style: string | undefined }> =
  {
    CRITICAL: { tone: 'bad', icon: 'stop', style: styles.critical },
    WARNING: { tone: 'warn', icon: 'alert', style: styles.warning },
    NOTE: { tone: 'plain', icon: 'info', style: undefined },
  }

export function AlarmList({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation('today')
  const now = useNow()
  const spanText = useSpanText()
  if (alarms.length === 0) return <Empty message={t('noAlarms')} />
  return (
    <ul className={rows.rows}>
      {alarms.map(({ kind, severity, count, since, detail }) => {
        const { tone, icon, style } = LOOKS[severity]
        return (
          <li key={`${kind} ${detail}`}>
            <span className={style}>
              <Icon name={icon} size={20} />
            </span>
            <span className={rows.grow}>
              <b>{t(`alarmKinds.${kind}`, { count })}</b>
              {detail !== null && (
                <>
                  <br />
                  <span className={classNames(text.small, text.soft)}>{detail}</span>
                </>
              )}
            </span>
            <Badge tone={tone}>{t(`severities.${severity}`)}</Badge>
            {since !== null && (
              <span className={classNames(text.small, text.faint)}>
                {spanText(now - Date.parse(since))}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
