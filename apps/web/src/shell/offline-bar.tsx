import { useSyncExternalStore } from 'react'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { lastReplyAtMs } from '#/lib/time.ts'
import styles from './offline-bar.module.css'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Without a network the screens keep what they show; this says how old it is. */
export function OfflineBar({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const heardAtMs = lastReplyAtMs()
  const time = new Intl.DateTimeFormat(currentLanguage(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (
    // The region is always there, so that a reader hears what comes into it.
    <div role="status">
      {!isOnline && (
        <p className={styles.bar} data-offline-bar>
          {isSignedIn && heardAtMs !== undefined
            ? t('offline.asOf', { time: time.format(heardAtMs) })
            : t('offline.signedOut')}
        </p>
      )}
    </div>
  )
}
