import { createPortal } from 'react-dom'
import { useTranslation } from '#/lib/i18n.ts'
import { dismissToast, useToast } from '#/lib/toast.ts'
import { ToastBox } from '#/ui/toast.tsx'
import styles from './toasts.module.css'

/** The live region is always rendered, so that screen readers announce its changes. */
export function Toasts() {
  const { t } = useTranslation()
  const toast = useToast((state) => state.current)
  const slot = useToast((state) => state.slots.at(-1))
  const box = toast && (
    <ToastBox
      key={toast.id}
      message={toast.message}
      tone={toast.tone}
      closeLabel={t('close')}
      onClose={toast.closable ? dismissToast : undefined}
    />
  )
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {slot ? createPortal(box, slot) : box}
    </div>
  )
}
