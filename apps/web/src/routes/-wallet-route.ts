import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import type * as screens from './-wallet-screens.tsx'

/** The wallet's screens share one chunk, because members usually open several of them. */
export function walletRoute(screen: keyof typeof screens) {
  return {
    component: lazyRouteComponent(() => import('./-wallet-screens.tsx'), screen),
    loader: () => loadTexts('wallet', 'freeze', 'review'),
  }
}
