import type { ReactNode } from 'react'
import { isRetryable, messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock } from '@solstice/ui/programme-time.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import styles from './loaded.module.css'
import { Waiting } from './waiting.tsx'

/** The fields of a query that determine its state; several pages may be joined into one `data`. */
type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  /** `paused` without a network: no data arrives until the connection is restored. */
  fetchStatus: 'fetching' | 'paused' | 'idle'
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

type LoadedProps<Data> = {
  query: Query<Data>
  /** Has the dimensions of the content that replaces it. */
  skeleton: ReactNode
  /** The catalogue's sentence for a failed load. */
  failed: string
  children: (data: Data) => ReactNode
}

/**
 * Renders a query in its four states: loading, failed with Retry, loaded, and loaded but stale.
 * Stale data stays visible with its age.
 */
export function Loaded<Data>({ query, skeleton, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation()
  const { data, error, fetchStatus, isFetching, refetch, dataUpdatedAt } = query
  if (data === undefined) {
    if (!error && fetchStatus !== 'paused') {
      return <Waiting>{skeleton}</Waiting>
    }
    return (
      <ErrorState
        // A fault shows the screen's text; a refusal has its own.
        message={!error || isRetryable(error) ? failed : messageOf(error, failed)}
        retryLabel={t('retry')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      {error && (
        <p className={classNames(text.small, styles.old)} role="status">
          <span>{t('asOf', { time: formatOwnClock(dataUpdatedAt) })}</span>
          <button
            type="button"
            className={classNames(text.strong, styles.retry)}
            onClick={() => void refetch()}
          >
            {t('retry')}
          </button>
        </p>
      )}
      {children(data)}
    </>
  )
}
