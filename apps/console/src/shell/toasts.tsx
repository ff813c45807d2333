import { dismissToast, useToast } from '#/lib/toast.ts'
import styles from './toasts.module.css'

export function Toasts() {
  const toast = useToast((state) => state.current)
  return (
    <div className={styles.toasts} role="status">
      {toast && (
        <div className={styles.toast}>
          {toast.message}
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.run()
                dismissToast()
              }}
            >
              {toast.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
