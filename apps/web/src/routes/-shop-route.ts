import { lazyRouteComponent } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import type * as screens from './-shop-screens.tsx'

/** The shop's screens share one chunk, because members usually open several of them. */
export function shopRoute(screen: keyof typeof screens) {
  return {
    component: lazyRouteComponent(() => import('./-shop-screens.tsx'), screen),
    loader: () => loadTexts('shop'),
  }
}
