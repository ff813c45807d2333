import { Link } from '@tanstack/react-router'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Instant } from '#/shell/instant.tsx'
import { showToast } from '#/lib/toast.ts'
import { useSpanText } from '#/shell/span-text.ts'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { AuditEntry } from './api.ts'
import styles from './audit-screen.module.css'
import { actorName } from '#/lib/actor-name.ts'
import { differenceOf } from '#/shell/history/difference.ts'
import { shortHash } from '#/lib/short-hash.ts'

/** Shows one entry: who did what and why, the values before and after, and who approved it. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { auditId, actor, action, subject, reason } = entry

  async function copyLink() {
    await navigator.clipboard.writeText(window.location.href)
    showToast(t('copied'))
  }

  return (
    <Panel title={t('entryTitle', { id: formatNumber(auditId) })} isFlush={false}>
      <p>
        {t('sentence', { actor: actorName(actor), action, subject })} <Approval entry={entry} />
      </p>
      {reason !== null && <p className={classNames(text.soft, styles.reason)}>“{reason}”</p>}
      <Difference entry={entry} />
      <EntryFacts entry={entry} />
      <div>
        <Button icon="copy" onClick={() => void copyLink()}>
          {t('copyLink')}
        </Button>
      </div>
    </Panel>
  )
}

function Approval({ entry: { approval } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  if (approval === null) return null
  return (
    <Link
      to="/approvals/$approvalId"
      params={{ approvalId: String(approval.approvalId) }}
      className={text.link}
    >
      {t(approval.solo ? 'soloApproval' : 'approval', {
        id: approval.approvalId,
        by: actorName(approval.requestedBy),
      })}
    </Link>
  )
}

function Difference({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { changes, unchanged } = differenceOf(before, after)
  if (changes.length === 0) return null
  return (
    <div className={styles.difference}>
      <Table label={t('difference')} columns={[t('field'), t('before'), t('after')]}>
        {changes.map((change) => (
          <tr key={change.field} className={table.changed}>
            <td>{change.field}</td>
            <td>
              <del className={table.removed}>{change.before}</del>
            </td>
            <td>
              <ins className={table.added}>{change.after}</ins>
            </td>
          </tr>
        ))}
      </Table>
      {unchanged > 0 && (
        <p className={classNames(styles.unchanged, text.small, text.faint)}>
          {t('unchanged', { count: unchanged })}
        </p>
      )}
    </div>
  )
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const spanText = useSpanText()
  const { at, approval, hash, previousHash } = entry
  const facts: Fact[] = [[t('when'), <Instant key="at" at={at} precision="second" />]]
  if (approval) {
    facts.push(
      [
        t('approvedBy'),
        t('waited', {
          name: actorName(approval.approvedBy),
          span: spanText(approval.waitedSeconds * 1000),
        }),
      ],
      [t('bodyHash'), <code key="body">{shortHash(approval.bodyHash)}</code>],
    )
  }
  facts.push(
    [t('hash'), <code key="hash">{shortHash(hash)}</code>],
    [t('previous'), <code key="previous">{shortHash(previousHash)}</code>],
  )
  return (
    <div className={text.small}>
      <Facts facts={facts} look="left" />
    </div>
  )
}
