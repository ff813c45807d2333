import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { History } from '#/shell/history/history.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { useMe } from '#/lib/me.ts'
import { formatWeekdayMinute } from '#/lib/times.ts'
import { approvalSentence, unmentionedFacts } from '#/shell/approval-sentence.ts'
import { approvalTitle, fieldName } from '#/shell/approval-title.ts'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Face } from '#/ui/face.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import rows from '#/ui/rows.module.css'
import text from '#/ui/text.module.css'
import { approvalQuery } from './api.ts'
import type { Approval } from './api.ts'
import styles from './approval-screen.module.css'
import { ChangeTable } from './change-table.tsx'
import { Decision } from './decision.tsx'
import { StateBadge } from './state-badge.tsx'

/** Shows one proposal: the sentence, the difference, who can approve, and the own decision. */
export function ApprovalScreen() {
  const { t } = useTranslation('approvals')
  const { approvalId } = useParams({ from: '/app/approvals/$approvalId' })
  const query = useQuery(approvalQuery(Number(approvalId)))
  const approval = query.data
  return (
    <Page
      title={approval ? approvalTitle(approval) : t('one', { id: approvalId })}
      above={{ to: '/approvals', title: t('title'), name: approvalId }}
      beside={approval && <StateBadge state={approval.state} />}
      aside={
        approval && (
          <span className={classNames(text.small, text.faint)}>
            {t('times', {
              asked: formatWeekdayMinute(approval.requestedAt),
              expires: formatWeekdayMinute(approval.expiresAt),
            })}
          </span>
        )
      }
    >
      <Loaded
        query={query}
        endpoint={approvalEndpoints['approval.show']}
        failed={t('oneFailed', { id: approvalId })}
      >
        {(shown) => (
          <Columns
            main={<Proposal approval={shown} />}
            beside={
              <>
                <Decision approval={shown} />
                <Approvers approval={shown} />
                <Steps approval={shown} />
              </>
            }
            below={
              <History
                title={t('auditTrail')}
                subjects={[
                  [`approval:${shown.approvalId}`, t('one', { id: shown.approvalId })],
                  [shown.subject, shown.subject],
                ]}
              />
            }
          />
        )}
      </Loaded>
    </Page>
  )
}

function Proposal({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const { requestedBy, reason, causes, changes, figures, call, subject } = approval
  const details = unmentionedFacts(approval)
  return (
    <>
      <Panel>
        <p className={text.sentence}>
          {t('wants', { name: requestedBy.name, sentence: approvalSentence(approval) })}
        </p>
        {reason !== null && <p className={text.soft}>“{reason}”</p>}
        <ul>
          {causes.map((cause) => (
            <li key={cause} className={classNames(text.small, text.soft)}>
              {t(`causes.${cause}`)}
            </li>
          ))}
        </ul>
      </Panel>
      {approval.state === 'OUTDATED' && <Note tone="warn">{t('outdated')}</Note>}
      {changes.length > 0 && (
        <Panel
          title={t('difference')}
          isFlush
          more={
            <code>
              {call}, {subject}
            </code>
          }
        >
          <ChangeTable changes={changes} />
        </Panel>
      )}
      {details.length > 0 && (
        <Panel title={t('details')}>
          <Facts facts={details} />
        </Panel>
      )}
      {figures.length > 0 && (
        <Panel title={t('figures')}>
          <Facts
            facts={figures.map(({ name, value, unit, limit }) => [
              fieldName(name),
              // The server sends an empty value if it knows none.
              value === ''
                ? t('unknown')
                : [value, unit, limit !== null && t('ofLimit', { limit })]
                    .filter(Boolean)
                    .join(' '),
            ])}
          />
        </Panel>
      )}
    </>
  )
}

function Approvers({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const me = useMe()
  const { approvers, formerApprovers, requestedBy, state, solo } = approval
  if (state !== 'WAITING') return null
  return (
    <Panel title={t('approvers')} isFlush>
      <ul className={rows.rows}>
        {approvers.map(({ operatorId, name, role }) => (
          <li key={operatorId}>
            <Face name={name} />
            <span className={rows.grow}>
              {name}
              <br />
              <span className={classNames(text.small, text.faint)}>
                {operatorId === me.operatorId
                  ? t('you', { role: t(`roles:${role}`) })
                  : t(`roles:${role}`)}
              </span>
            </span>
            <Badge tone="ok" icon="check">
              {t('canApprove')}
            </Badge>
          </li>
        ))}
        {formerApprovers.map(({ operatorId, name, until }) => (
          <li key={operatorId}>
            <Face name={name} />
            <span className={rows.grow}>{name}</span>
            <span className={classNames(text.small, text.faint)}>
              {t('former', { time: formatWeekdayMinute(until) })}
            </span>
          </li>
        ))}
        <li>
          <Face name={requestedBy.name} />
          <span className={rows.grow}>{requestedBy.name}</span>
          <Badge>{t('asked')}</Badge>
        </li>
        {approvers.length === 0 && (
          <li>
            <span className={text.soft}>{solo ? t('solo') : t('nobody')}</span>
          </li>
        )}
      </ul>
    </Panel>
  )
}

function Steps({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const { requestedBy, requestedAt, decidedBy, decidedAt, decisionReason, state, isSolo } = approval
  return (
    <Panel title={t('history')}>
      <ol className={styles.steps}>
        <li>
          <span className={styles.mark}>
            <Icon name="check" />
          </span>
          {t('askedBy', { name: requestedBy.name })}
          <br />
          <span className={classNames(text.small, text.faint)}>
            <Instant at={requestedAt} />
          </span>
        </li>
        <li>
          <span className={classNames(styles.mark, state === 'WAITING' && styles.open)}>
            {state !== 'WAITING' && <Icon name={state === 'APPROVED' ? 'check' : 'close'} />}
          </span>
          {decidedBy
            ? t('decidedBy', { state: t(`states.${state}`), name: decidedBy.name })
            : t(`states.${state}`)}
          <br />
          <span className={classNames(text.small, text.faint)}>
            {decidedAt && <Instant at={decidedAt} />} {isSolo && t('soloDone')}
          </span>
          {decisionReason && <p className={text.soft}>“{decisionReason}”</p>}
        </li>
      </ol>
    </Panel>
  )
}
