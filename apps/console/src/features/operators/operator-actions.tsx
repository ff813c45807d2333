import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import table from '#/ui/table.module.css'
import type { Operator } from './api.ts'
import type { OperatorAction } from './operator-dialog.tsx'

type OperatorActionsProps = { operator: Operator; onAction: (action: OperatorAction) => void }

/** Offers to change the role of an operator, to mail a new link, and to disable the account. */
export function OperatorActions({ operator, onAction }: OperatorActionsProps) {
  const { t } = useTranslation('operators')
  const { name } = operator
  return (
    <div className={table.actions}>
      <Button size="small" aria-label={t('changeNamed', { name })} onClick={() => onAction('role')}>
        {t('change')}
      </Button>
      {operator.kind === 'PERSON' && (
        <Button
          size="small"
          aria-label={t('enrolmentNamed', { name })}
          onClick={() => onAction('enrolment')}
        >
          {t('enrolment')}
        </Button>
      )}
      <Button
        size="small"
        tone="risk"
        aria-label={t('disableNamed', { name })}
        onClick={() => onAction('disable')}
      >
        {t('disable')}
      </Button>
    </div>
  )
}
