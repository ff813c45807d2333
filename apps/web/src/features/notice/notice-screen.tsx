import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '#/ui/class-names.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { AlertList } from './alert-list.tsx'
import { alertsQuery } from './api.ts'
import type { Alert } from './api.ts'
import { NoticeList } from './notice-list.tsx'
import styles from './notice-screen.module.css'

export type NoticeTab = 'alert' | 'notification'

const TABS = ['alert', 'notification'] as const satisfies readonly NoticeTab[]

type NoticeScreenProps = {
  back: { label: string; onPress: () => void }
  startsWith: NoticeTab
  /** Where an alert leads; nothing for one that leads nowhere of its own. */
  hrefOf: (alert: Pick<Alert, 'code' | 'data'>) => string | undefined
  onOpen: (href: string) => void
  /** Leads to what the member wants to hear of. */
  settings: ReactNode
}

export function NoticeScreen({ back, startsWith, hrefOf, onOpen, settings }: NoticeScreenProps) {
  const { t } = useTranslation('notice')
  const id = useId()
  const [tab, setTab] = useState<NoticeTab>(startsWith)
  const bar = useRef<HTMLDivElement>(null)
  // Asked for on both tabs: it knows what is unread, and it renews a session that rested.
  const { data, isPending, fetchStatus } = useInfiniteQuery(alertsQuery)
  const counts = data?.pages[0]
  const unread = { alert: counts?.unreadCount ?? 0, notification: counts?.unreadNoticeCount ?? 0 }

  function turn(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = tab === 'alert' ? 'notification' : 'alert'
    setTab(other)
    bar.current?.querySelector<HTMLElement>(`[data-tab="${other}"]`)?.focus()
  }

  return (
    <Screen header={<ScreenHeader back={back} title={t('title')} action={settings} />}>
      <div
        ref={bar}
        className={styles.tabs}
        role="tablist"
        aria-label={t('tabs.label')}
        tabIndex={-1}
        onKeyDown={turn}
      >
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            tabIndex={tab === name ? 0 : -1}
            className={styles.tab}
            onClick={() => setTab(name)}
          >
            {t(`tabs.${name}`)}
            {unread[name] > 0 && (
              <span className={styles.count}>
                <span className={text.unseen}>{t('unread')} </span>
                {unread[name] > 99 ? '99+' : unread[name]}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
        className={classNames(styles.panel)}
      >
        {tab === 'alert' ? (
          <AlertList unread={unread.alert} hrefOf={hrefOf} onOpen={onOpen} />
        ) : (
          <NoticeList
            unread={unread.notification}
            isReady={!isPending || fetchStatus === 'paused'}
          />
        )}
      </div>
    </Screen>
  )
}
