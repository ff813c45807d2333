import { Link, useRouter } from '@tanstack/react-router'
import { NoticeScreen } from '#/features/notice/notice-screen.tsx'
import type { NoticeTab } from '#/features/notice/notice-screen.tsx'
import { useTranslation } from '#/lib/i18n.ts'
import { routeOf } from '#/shell/deep-link.ts'
import { useBack } from '#/shell/use-back.ts'
import { Icon } from '#/ui/icon.tsx'
import { iconButtonClass } from '#/ui/screen.tsx'

/** Both URLs show one screen; each starts with its own tab. */
export function NoticeRoute({ startsWith }: { startsWith: NoticeTab }) {
  const { t } = useTranslation('notice')
  const router = useRouter()
  return (
    <NoticeScreen
      back={useBack()}
      startsWith={startsWith}
      hrefOf={(alert) => {
        const href = routeOf(alert)
        // A notification without its own target is read here.
        return href === '/home' ? undefined : href
      }}
      onOpen={(href) => router.history.push(href)}
      settings={
        <Link
          to="/rewards/alert-setting/"
          className={iconButtonClass}
          aria-label={t('settings.open')}
        >
          <Icon name="settings" />
        </Link>
      }
    />
  )
}
