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

type OfflineBarProps = {
  isSignedIn: boolean
  /** There is a network, but the server does not answer a member who asked to stay. */
  isUnreachable: boolean
}

/** Without a network the screens keep what they show; this says how old it is. */
export function OfflineBar({ isSignedIn, isUnreachable }: OfflineBarProps) {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const heardAtMs = lastReplyAtMs()
  const time = new Intl.DateTimeFormat(currentLanguage(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const sentence = () => {
    if (isOnline) return t('offline.unreachable')
    return isSignedIn && heardAtMs !== undefined
      ? t('offline.asOf', { time: time.format(heardAtMs) })
      : t('offline.signedOut')
  }
  return (
    // The region is always there, so that a reader hears what comes into it.
    <div role="status">
      {(!isOnline || isUnreachable) && (
        <p className={styles.bar} data-offline-bar>
          {sentence()}
        </p>
      )}
    </div>
  )
}
