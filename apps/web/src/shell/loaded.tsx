import type { ReactNode } from 'react'
import { isRetryable, messageOf } from '#/lib/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnClock } from '#/lib/programme-time.ts'
import { classNames } from '#/ui/class-names.ts'
import { ErrorState } from '#/ui/state-message.tsx'
import text from '#/ui/text.module.css'
import styles from './loaded.module.css'
import { Waiting } from './waiting.tsx'

/** The part of a query that its states are told from; several pages may be joined to one `data`. */
type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  /** `paused` without a network: nothing will come until there is one. */
  fetchStatus: 'fetching' | 'paused' | 'idle'
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

type LoadedProps<Data> = {
  query: Query<Data>
  /** Has the measures of what will replace it. */
  skeleton: ReactNode
  /** The catalogue's sentence for when it cannot be loaded. */
  failed: string
  children: (data: Data) => ReactNode
}

/**
 * What a query brings, in its four states: loading, failed with Retry, there, and there but old.
 * Numbers that were there once stay and say how old they are.
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
        // A fault is told in the screen's words; a refusal has words of its own.
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
