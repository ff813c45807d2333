import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'

const TAB_ROOTS = ['/home', '/rewards', '/starlight', '/wallet', '/more']

/** Returns the target of Back for a screen that was opened directly and has no history. */
function parentOf(pathname: string): string {
  if (pathname.startsWith('/auth')) return '/auth/login'
  return TAB_ROOTS.find((root) => pathname.startsWith(`${root}/`)) ?? '/home'
}

/**
 * Returns the back button of a screen: it leads to the previous screen, or to the screen's tab when
 * there is none.
 */
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
