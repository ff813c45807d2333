import { useTranslation } from '#/lib/i18n.ts'
import { fieldName, partText } from '#/shell/approval-title.ts'
import { TableScroll } from '#/ui/table-scroll.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { Approval } from './api.ts'

/** Shows every changed value before and after; the style tells them apart without colour. */
export function ChangeTable({ changes }: { changes: Approval['changes'] }) {
  const { t } = useTranslation('approvals')
  return (
    <TableScroll label={t('difference')}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col" className={table.right}>
              {t('now')}
            </th>
            <th scope="col" className={table.right}>
              {t('after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field} className={table.changed}>
              <td className={text.strong}>{fieldName(field)}</td>
              <td className={table.right}>
                <del className={table.removed}>{partText(before)}</del>
              </td>
              <td className={table.right}>
                <ins className={table.added}>{partText(after)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
