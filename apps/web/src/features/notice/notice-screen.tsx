import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Tabs } from '#/ui/tabs.tsx'
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
  /** Returns the page of an alert; undefined when it has none. */
  hrefOf: (alert: Pick<Alert, 'code' | 'data'>) => string | undefined
  onOpen: (href: string) => void
  /** Links to the notification settings. */
  settings: ReactNode
}

export function NoticeScreen({ back, startsWith, hrefOf, onOpen, settings }: NoticeScreenProps) {
  const { t } = useTranslation('notice')
  const [tab, setTab] = useState<NoticeTab>(startsWith)
  // Fetched on both tabs, because it contains the unread counts and refreshes an expired session.
  const { data, isPending, fetchStatus } = useInfiniteQuery(alertsQuery)
  const counts = data?.pages[0]
  const unread = { alert: counts?.unreadCount ?? 0, notification: counts?.unreadNoticeCount ?? 0 }

  return (
    <Screen header={<ScreenHeader back={back} title={t('title')} action={settings} />}>
      <Tabs
        label={t('tabs.label')}
        variant="segments"
        tabs={TABS.map((name) => ({ name, label: <Label name={name} unread={unread[name]} /> }))}
        current={tab}
        onChange={setTab}
        panelClass={classNames(styles.panel)}
      >
        {tab === 'alert' ? (
          <AlertList unread={unread.alert} hrefOf={hrefOf} onOpen={onOpen} />
        ) : (
          <NoticeList
            unread={unread.notification}
            isReady={!isPending || fetchStatus === 'paused'}
          />
        )}
      </Tabs>
    </Screen>
  )
}

function Label({ name, unread }: { name: NoticeTab; unread: number }) {
  const { t } = useTranslation('notice')
  return (
    <>
      {t(`tabs.${name}`)}
      {unread > 0 && (
        <span className={styles.count}>
          <span className={text.unseen}>{t('unread')} </span>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </>
  )
}
