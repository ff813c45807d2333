import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'

const TAB_ROOTS = ['/home', '/rewards', '/starlight', '/wallet', '/more']

/** Where Back leads when a screen was opened from outside and there is no way back. */
function parentOf(pathname: string): string {
  if (pathname.startsWith('/auth')) return '/auth/login'
  return TAB_ROOTS.find((root) => pathname.startsWith(`${root}/`)) ?? '/home'
}

/** The back button of a screen: where the person came from, else the screen's tab. */
export function useBack(): { label: string; onPress: () => void } {
  const { t } = useTranslation()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return {
    label: t('back'),
    onPress: () => {
      if (canGoBack) return router.history.back()
      router.history.replace(parentOf(router.state.location.pathname))
    },
  }
}
