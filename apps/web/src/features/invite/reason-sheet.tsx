import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './reason-sheet.module.css'

export type Reason = {
  title: string
  /** The rule that applied, in one sentence. */
  rule: string
  /** The member's own numbers. */
  facts: readonly (Fact | false)[]
  /** The next chance, or what to do now. */
  next: string
}

/** Why something was refused or has to wait. */
export function ReasonSheet({ reason, onClose }: { reason: Reason; onClose: () => void }) {
  const { t } = useTranslation('invite')
  const { title, rule, facts, next } = reason
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {t('why.close')}
        </Button>
      }
    >
      <div className={styles.reason}>
        <p className={text.soft}>{rule}</p>
        <Facts facts={facts} />
        <p className={text.strong}>{next}</p>
      </div>
    </Sheet>
  )
}
