import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import styles from './reason-sheet.module.css'

export type Reason = {
  title: string
  /** The applied rule, in one sentence. */
  rule: string
  /** The member's own values. */
  facts: readonly (Fact | false)[]
  /** The next opportunity, or what to do now. */
  next: string
}

/** Explains why something was rejected or has to wait. */
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
