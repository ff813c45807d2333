import type { ReactNode } from 'react'
import { Code } from '@solstice/contract/codes'
import type { Endpoint, OperatorRole } from '@solstice/contract/endpoint'
import { ApiError, codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMe } from '#/lib/me.ts'
import { formatMinute } from '#/lib/times.ts'
import { useDelayed } from '#/lib/use-delayed.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Logo } from '#/ui/logo.tsx'
import { Note } from '#/ui/note.tsx'
import { SkeletonRows } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { useSpanText } from './span-text.ts'
import styles from './states.module.css'

const SKELETON_AFTER_MS = 150
/** Data of this age are marked, so that pages that poll do so more often. */
export const STALE_AFTER_MS = 60_000

/** The fields of a query that determine its state. */
type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

type LoadedProps<Data> = {
  query: Query<Data>
  /** The call behind the query, whose roles a refusal names. */
  endpoint: Pick<Endpoint, 'roles'>
  /** Says what could not be loaded. */
  failed: string
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Renders a query in its states: loading, failed with Retry, forbidden, loaded, and loaded but
 * stale. Old data stay while they are fetched again.
 */
export function Loaded<Data>({ query, endpoint, failed, skeleton, children }: LoadedProps<Data>) {
  const { data, error } = query
  if (codeOf(error) === Code.ACCESS_DENIED) return <Forbidden roles={endpoint.roles ?? []} />
  if (data === undefined) {
    return error ? <Failed query={query} failed={failed} /> : <Waiting skeleton={skeleton} />
  }
  return (
    <>
      <Stale query={query} />
      {children(data)}
    </>
  )
}

function Waiting({ skeleton }: { skeleton: ReactNode }) {
  const { t } = useTranslation()
  const isLate = useDelayed(SKELETON_AFTER_MS)
  return (
    <div role="status">
      <span className={text.unseen}>{t('loading')}</span>
      {isLate && (skeleton ?? <SkeletonRows />)}
    </div>
  )
}

function Failed({ query, failed }: { query: Query<unknown>; failed: string }) {
  const { t } = useTranslation()
  const { error, isFetching, refetch } = query
  return (
    <div className={styles.state}>
      <Note tone="bad" isLive>
        <b>{failed}</b> {messageOf(error, t('noAnswer'))}
      </Note>
      <div className={styles.row}>
        <code>{traceOf(error) ?? t('noReply')}</code>
        <Button size="small" icon="retry" isBusy={isFetching} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    </div>
  )
}

/** Returns the code and the request id of a failed call, for the person who looks into it. */
export function traceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status === 0) return undefined
  return [error.code ?? error.status, error.requestId].filter(Boolean).join(', ')
}

/** Converts the device's time, which a query notes, to that of the server. */
function onServer(deviceMs: number): number {
  return deviceMs + serverNow() - Date.now()
}

function Stale({ query }: { query: Query<unknown> }) {
  const { t } = useTranslation()
  const spanText = useSpanText()
  const now = useNow()
  const { dataUpdatedAt, error, isFetching, refetch } = query
  const asOf = onServer(dataUpdatedAt)
  if (!error && now - asOf < STALE_AFTER_MS) return null
  return (
    <div className={styles.stale} role="status">
      <span className={classNames(text.small, text.warn)}>
        {t('asOf', { time: formatMinute(asOf), age: spanText(now - asOf) })}
      </span>
      <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
        {t('loadAgain')}
      </Button>
    </div>
  )
}

/** Names the roles that may open a page, and the own role. */
export function Forbidden({ roles }: { roles: readonly OperatorRole[] }) {
  const { t } = useTranslation()
  const { role } = useMe()
  const names = Array.from(new Set<OperatorRole>(['OWNER', ...roles]), (each) => t(`roles:${each}`))
  return (
    <div className={styles.state}>
      <p className={styles.forbidden}>
        <Icon name="lock" size={20} />
        <span>{t('forbidden', { roles: names.join(', '), own: t(`roles:${role}`) })}</span>
      </p>
    </div>
  )
}

/** Says why a list is empty and offers the first step. */
export function Empty({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Logo size={40} />
      <p>{message}</p>
      {children}
    </div>
  )
}
