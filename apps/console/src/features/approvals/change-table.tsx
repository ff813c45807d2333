import { useTranslation } from '#/lib/i18n.ts'
import { fieldName, valueText } from '#/shell/approval-title.ts'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { Approval } from './api.ts'
import { beforeText } from './before-text.ts'

/** Shows every changed value before and after; the style tells them apart without colour. */
export function ChangeTable({ changes }: { changes: Approval['changes'] }) {
  const { t } = useTranslation('approvals')
  return (
    <Table
      label={t('difference')}
      columns={[t('field'), { right: t('now') }, { right: t('after') }]}
    >
      {changes.map((change) => (
        <tr key={change.field} className={table.changed}>
          <td className={text.strong}>{fieldName(change.field)}</td>
          <td className={table.right}>
            <del className={table.removed}>{beforeText(change)}</del>
          </td>
          <td className={table.right}>
            <ins className={table.added}>{valueText(change.field, change.after)}</ins>
          </td>
        </tr>
      ))}
    </Table>
  )
}
