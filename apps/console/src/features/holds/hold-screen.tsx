import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { answerText } from '@solstice/contract/hold-texts'
import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatAmount, formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { formatWeekdayMinute } from '#/lib/times.ts'
import { History } from '#/shell/history/history.tsx'
import { AgeBadge, StateBadge } from '#/shell/holds/state-badge.tsx'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { holdQuery } from './api.ts'
import type { Hold } from './api.ts'
import { DecisionPanel } from './decision-panel.tsx'
import { EarlierHolds } from './earlier-holds.tsx'
import { GroupFigure } from './group-figure.tsx'
import styles from './holds.module.css'
import { Signals } from './signals.tsx'

/** Shows one hold: what the member says, the evidence, what it touches, and the decision. */
export function HoldScreen() {
  const { t } = useTranslation('holds')
  const { holdId } = useParams({ from: '/app/holds/$holdId' })
  const query = useQuery(holdQuery(Number(holdId)))
  const hold = query.data
  return (
    <Page
      title={hold ? t('holdOf', { name: hold.nickname }) : t('one', { id: holdId })}
      above={{ to: '/holds', title: t('title'), name: holdId }}
      beside={
        hold && (
          <>
            <StateBadge state={hold.state} />
            <AgeBadge hold={hold} />
          </>
        )
      }
      aside={
        hold && (
          <span className={classNames(text.small, text.faint)}>
            {t('times', {
              opened: formatWeekdayMinute(hold.openedAt),
              until: formatWeekdayMinute(hold.until),
            })}
          </span>
        )
      }
    >
      <Loaded
        query={query}
        endpoint={holdEndpoints['hold.show']}
        failed={t('oneFailed', { id: holdId })}
      >
        {(shown) => (
          <Columns
            main={
              <>
                <Appeal hold={shown} />
                <Signals hold={shown} />
                <GroupFigure hold={shown} />
              </>
            }
            beside={
              <>
                <DecisionPanel hold={shown} />
                <Touched hold={shown} />
                <Timeline hold={shown} />
                <EarlierHolds hold={shown} />
              </>
            }
            below={
              <History
                title={t('auditTrail')}
                subjects={[
                  [`hold:${shown.holdId}`, t('one', { id: shown.holdId })],
                  [`member:${shown.userId}`, shown.nickname],
                ]}
              />
            }
          />
        )}
      </Loaded>
    </Page>
  )
}

function Appeal({ hold: { appeal, endedAt } }: { hold: Hold }) {
  const { t } = useTranslation('holds')
  return (
    <Panel title={t('appeal')}>
      {appeal === null ? (
        <p className={text.soft}>{t('noAppeal')}</p>
      ) : (
        <>
          <blockquote className={styles.quote}>{appeal.text}</blockquote>
          <p className={classNames(text.small, text.faint)}>
            {t('sentAt', { time: formatWeekdayMinute(appeal.at) })}
            {endedAt === null &&
              ` · ${t('answerBy', { time: formatWeekdayMinute(appeal.answerBy) })}`}
          </p>
        </>
      )}
    </Panel>
  )
}

/** Lists the money that the hold keeps back, and says what it does not touch. */
function Touched({ hold }: { hold: Hold }) {
  const { t } = useTranslation('holds')
  const may = useMay()
  return (
    <Panel
      title={t('touched')}
      more={
        may('operator.showMember') && (
          <Link {...memberAddress(hold.userId)} className={classNames(text.link, text.small)}>
            {t('openMember', { name: hold.nickname })}
          </Link>
        )
      }
    >
      {hold.held.length === 0 ? (
        <p className={text.soft}>{t('nothingHeld')}</p>
      ) : (
        <Facts
          facts={hold.held.map(({ kind, symbol, amount }) => [
            t(`kinds.${kind}`),
            `${formatAmount(amount)}\u00a0${symbol}`,
          ])}
        />
      )}
      <Note>{t('untouched')}</Note>
    </Panel>
  )
}

type Step = { at: string; title: string; more?: string }

function Timeline({ hold }: { hold: Hold }) {
  const { t } = useTranslation('holds')
  const language = currentLanguage()
  const steps: Step[] = [
    { at: hold.openedAt, title: t('opened', { score: formatNumber(hold.score) }) },
    ...(hold.appeal ? [{ at: hold.appeal.at, title: t('appealed') }] : []),
    ...hold.decisions.map(({ at, by, decision, answer, reason }) => ({
      at,
      title: t(`decided.${decision}`, { by }),
      more: `${answerText(answer, language)} “${reason}”`,
    })),
    ...(hold.state === 'LAPSED' && hold.endedAt !== null
      ? [{ at: hold.endedAt, title: t('lapsed') }]
      : []),
  ]
  return (
    <Panel title={t('timeline')}>
      <ol className={styles.steps}>
        {steps
          .toSorted((one, other) => one.at.localeCompare(other.at))
          .map(({ at, title, more }) => (
            <li key={`${at} ${title}`}>
              {title}
              {more && <p className={text.soft}>{more}</p>}
              <p className={classNames(text.small, text.faint)}>
                <Instant at={at} />
              </p>
            </li>
          ))}
      </ol>
      {hold.endedAt === null && (
        <p className={classNames(text.small, text.soft)}>
          {t(hold.state === 'OPEN' ? 'lapsesAt' : 'endsAt', {
            time: formatWeekdayMinute(hold.until),
          })}
        </p>
      )}
    </Panel>
  )
}
