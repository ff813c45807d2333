import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { Card } from '#/ui/card.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { fairPlayQuery } from './api.ts'
import type { Appeal, Hold } from './api.ts'
import { appealSteps } from './appeal-steps.ts'
import styles from './hold.module.css'

type AppealProgressProps = { hold: Hold; appeal: Appeal }

/** Shows how far an appeal is, what the member wrote, and how appeals ended so far. */
export function AppealProgress({ hold, appeal }: AppealProgressProps) {
  const { t } = useTranslation('hold')
  const { decision, endedAt } = hold
  const notes = {
    sent: formatOwnMinute(appeal.at),
    read: undefined,
    answered:
      decision && decision.at >= appeal.at
        ? formatOwnMinute(decision.at)
        : endedAt === null
          ? t('appeal.by', { time: formatOwnMinute(appeal.answerBy) })
          : t('appeal.lapsed'),
  }
  return (
    <>
      <section className={styles.group}>
        <h3 className={text.title}>{t('appeal.title')}</h3>
        <LiveSteps
          steps={appealSteps(hold, appeal).map(({ name, state }) => ({
            name,
            state,
            label: t(`appeal.steps.${name === 'read' && state === 'now' ? 'reading' : name}`),
            note: notes[name],
          }))}
        />
      </section>
      <Card>
        <section className={styles.written}>
          <h3 className={classNames(text.small, text.soft)}>{t('appeal.wrote')}</h3>
          <p>{appeal.text}</p>
        </section>
      </Card>
      <Numbers />
    </>
  )
}

/** Says how often an appeal changed the outcome; nothing before the first answer. */
function Numbers() {
  const { t } = useTranslation('hold')
  const { data } = useQuery(fairPlayQuery)
  if (!data || data.lastAppeals.answered === 0) return null
  const { answered, reversed } = data.lastAppeals
  return (
    <p className={classNames(text.small, text.soft, styles.numbers)}>
      <Icon name="info" size={20} />
      <span>
        {t('appeal.numbers', { count: answered, reversed })}{' '}
        <Link to="/fair-play" className={classNames(text.strong, styles.inline)}>
          {t('appeal.seeNumbers')}
        </Link>
      </span>
    </p>
  )
}
