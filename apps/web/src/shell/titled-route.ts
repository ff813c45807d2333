import { lazyRouteComponent } from '@tanstack/react-router'
import type screens from '#/locales/en/screens.json'
import { loadTexts } from '#/lib/i18n.ts'

export type ScreenTitle = keyof typeof screens.title

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of a screen whose slice is not open yet. */
    title?: ScreenTitle
    /** Routes of the signed-in part; everything else may be seen by anybody. */
    isPrivate?: boolean
    /** One of the five roots the tab bar stands on. */
    isTabRoot?: boolean
  }
}

const component = lazyRouteComponent(() => import('./titled-screen.tsx'), 'TitledScreen')

/** A route whose slice is not open yet: all of them share one screen and one chunk. */
export function titledRoute(title: ScreenTitle) {
  return { component, loader: () => loadTexts('screens'), staticData: { title } }
}
