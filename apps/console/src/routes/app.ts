import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ApiError } from '@solstice/ui/api-error.ts'
import { parseDialog } from '#/lib/dialog-address.ts'
import { meQuery } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { NotFoundPage } from '#/shell/whole-page.tsx'
import { Root } from '#/root.tsx'

export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

/** The pages behind the sign-in. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  validateSearch: parseDialog,
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(meQuery)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const next = location.href
      redirect({ to: '/login', search: next === '/' ? {} : { next }, throw: true })
    }
  },
  component: lazyRouteComponent(() => import('#/shell/shell.tsx'), 'Shell'),
})
