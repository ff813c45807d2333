import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import type * as screens from './-wallet-screens.tsx'

/** The wallet's screens share one chunk: whoever opens one is about to open the next. */
export function walletRoute(screen: keyof typeof screens) {
  return {
    component: lazyRouteComponent(() => import('./-wallet-screens.tsx'), screen),
    loader: () => loadTexts('wallet', 'freeze'),
  }
}
