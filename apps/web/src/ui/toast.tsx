import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'

type ToastProps = {
  message: string
  tone: 'plain' | 'attention' | 'done'
  closeLabel: string
  onClose: (() => void) | undefined
}

export function ToastBox({ message, tone, closeLabel, onClose }: ToastProps) {
  return (
    <div className={classNames(styles.toast, styles[tone])}>
      {tone !== 'plain' && (
        <span className={styles.mark}>
          <Icon name={tone === 'done' ? 'check' : 'alert'} size={20} />
        </span>
      )}
      <p className={styles.message}>{message}</p>
      {onClose && (
        <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
          <Icon name="close" size={20} />
        </button>
      )}
    </div>
  )
}
