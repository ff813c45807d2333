import { useEffect, useRef } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { dismissToast, useToast } from '#/lib/toast.ts'
import { ToastBox } from '#/ui/toast.tsx'
import styles from './toasts.module.css'

/** The live region is always there, so that a reader hears what comes into it. */
export function Toasts() {
  const { t } = useTranslation()
  const toast = useToast((state) => state.current)
  const region = useRef<HTMLDivElement>(null)
  const id = toast?.id

  useEffect(() => raise(region.current), [id])

  return (
    <div
      ref={region}
      className={styles.region}
      role="status"
      aria-live="polite"
      // Where an open sheet lies above everything else, so must what is said about it.
      popover="manual"
    >
      {toast && (
        <ToastBox
          key={toast.id}
          message={toast.message}
          tone={toast.tone}
          closeLabel={t('close')}
          onClose={toast.closable ? dismissToast : undefined}
        />
      )}
    </div>
  )
}

/** What was opened last lies on top. A browser that knows no popovers says it below the sheet. */
function raise(region: HTMLElement | null): void {
  if (!region || !('showPopover' in region)) return
  if (region.matches(':popover-open')) {
    if (region.childElementCount === 0 || !document.querySelector('dialog[open]')) return
    region.hidePopover()
  }
  region.showPopover()
}
