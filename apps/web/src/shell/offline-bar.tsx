import { useConnectivity } from '#/lib/connectivity.ts'
import { currentLanguage, useTranslation } from '#/lib/i18n.ts'
import { lastReplyAtMs } from '@solstice/ui/time.ts'
import styles from './offline-bar.module.css'

type OfflineBarProps = {
  isSignedIn: boolean
  /** The session of a member who chose to stay signed in could not be checked. */
  isUnreachable: boolean
}

/** The first format of a page takes 40 ms of a fast processor, so a screen that is online makes none. */
function timeOfDay(ms: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms)
}

/** Shows the age of the content, which the screens keep while offline. */
export function OfflineBar({ isSignedIn, isUnreachable }: OfflineBarProps) {
  const { t } = useTranslation()
  const isOffline = useConnectivity((state) => state.isOffline)
  const lastReplyMs = lastReplyAtMs()
  const sentence = () => {
    if (!isOffline) return t('offline.unreachable')
    return isSignedIn && lastReplyMs !== undefined
      ? t('offline.asOf', { time: timeOfDay(lastReplyMs) })
      : t('offline.signedOut')
  }
  return (
    // The region is always rendered, so that screen readers announce its changes.
    <div role="status">
      {(isOffline || isUnreachable) && (
        <p className={styles.bar} data-offline-bar>
          {sentence()}
        </p>
      )}
    </div>
  )
}
