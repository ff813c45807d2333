import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import { APPROVAL_FILTERS } from '#/features/approvals/filters.ts'
import type { ApprovalFilter } from '#/features/approvals/filters.ts'
import { parseCompareSearch } from '#/features/compare/compare-search.ts'
import { alarmsSearchOf, nextOf, pageOf } from '#/lib/address-search.ts'
import { parseMemberSearch } from '#/features/member/member-search.ts'
import { STEPS } from '#/features/builder/step-names.ts'
import type { Step } from '#/features/builder/step-names.ts'
import { parseHoldsFilter } from '#/features/holds/filter.ts'
import { parseMembersFilter } from '#/features/members/filter.ts'
import { ErrorPage } from '#/shell/whole-page.tsx'
import { app, root } from './routes/app.ts'
import { messageRoutes } from './routes/messages.ts'
import { moneyRoutes } from './routes/money.ts'
import { systemRoutes } from './routes/system.ts'

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { next?: string } => {
    const next = nextOf(search['next'])
    return next === undefined ? {} : { next }
  },
  component: lazyRouteComponent(
    () => import('#/features/identity/sign-in-screen.tsx'),
    'SignInScreen',
  ),
})

const recovery = createRoute({
  getParentRoute: () => root,
  path: '/login/recovery',
  component: lazyRouteComponent(
    () => import('#/features/identity/recovery-screen.tsx'),
    'RecoveryScreen',
  ),
})

const owner = createRoute({
  getParentRoute: () => root,
  path: '/login/owner',
  component: lazyRouteComponent(
    () => import('#/features/identity/owner-screen.tsx'),
    'OwnerScreen',
  ),
})

const enrol = createRoute({
  getParentRoute: () => root,
  path: '/enrol/$code',
  component: lazyRouteComponent(
    () => import('#/features/identity/enrol-screen.tsx'),
    'EnrolScreen',
  ),
})

const objection = createRoute({
  getParentRoute: () => root,
  path: '/object/$code',
  component: lazyRouteComponent(
    () => import('#/features/identity/object-screen.tsx'),
    'ObjectScreen',
  ),
})

const today = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('#/features/today/today-screen.tsx'), 'TodayScreen'),
})

const me = createRoute({
  getParentRoute: () => app,
  path: '/me',
  component: lazyRouteComponent(() => import('#/features/identity/me-screen.tsx'), 'MeScreen'),
})

const approvals = createRoute({
  getParentRoute: () => app,
  path: '/approvals',
  validateSearch: (search): { filter?: ApprovalFilter; page?: number } => {
    const filter = APPROVAL_FILTERS.find((each) => each === search['filter'])
    return { ...(filter && { filter }), ...pageOf(search) }
  },
  component: lazyRouteComponent(
    () => import('#/features/approvals/approvals-screen.tsx'),
    'ApprovalsScreen',
  ),
})

const approval = createRoute({
  getParentRoute: () => app,
  path: '/approvals/$approvalId',
  component: lazyRouteComponent(
    () => import('#/features/approvals/approval-screen.tsx'),
    'ApprovalScreen',
  ),
})

const member = createRoute({
  getParentRoute: () => app,
  path: '/members/$userId',
  validateSearch: parseMemberSearch,
  component: lazyRouteComponent(
    () => import('#/features/member/member-screen.tsx'),
    'MemberScreen',
  ),
})

const members = createRoute({
  getParentRoute: () => app,
  path: '/members',
  validateSearch: parseMembersFilter,
  component: lazyRouteComponent(
    () => import('#/features/members/members-screen.tsx'),
    'MembersScreen',
  ),
})

const holds = createRoute({
  getParentRoute: () => app,
  path: '/holds',
  validateSearch: parseHoldsFilter,
  component: lazyRouteComponent(() => import('#/features/holds/holds-screen.tsx'), 'HoldsScreen'),
})

const hold = createRoute({
  getParentRoute: () => app,
  path: '/holds/$holdId',
  component: lazyRouteComponent(() => import('#/features/holds/hold-screen.tsx'), 'HoldScreen'),
})

const seasons = createRoute({
  getParentRoute: () => app,
  path: '/seasons',
  component: lazyRouteComponent(
    () => import('#/features/seasons/seasons-screen.tsx'),
    'SeasonsScreen',
  ),
})

const builder = createRoute({
  getParentRoute: () => app,
  path: '/seasons/$seasonId/edit',
  validateSearch: (search): { step?: Step } => {
    const step = STEPS.find((each) => each === search['step'])
    return step ? { step } : {}
  },
  component: lazyRouteComponent(
    () => import('#/features/builder/builder-screen.tsx'),
    'BuilderScreen',
  ),
})

const compare = createRoute({
  getParentRoute: () => app,
  path: '/seasons/$seasonId/compare',
  validateSearch: parseCompareSearch,
  component: lazyRouteComponent(
    () => import('#/features/compare/compare-screen.tsx'),
    'CompareScreen',
  ),
})

const season = createRoute({
  getParentRoute: () => app,
  path: '/seasons/$seasonId',
  component: lazyRouteComponent(
    () => import('#/features/season/season-screen.tsx'),
    'SeasonScreen',
  ),
})

const alarms = createRoute({
  getParentRoute: () => app,
  path: '/alarms',
  validateSearch: alarmsSearchOf,
  component: lazyRouteComponent(
    () => import('#/features/alarms/alarms-screen.tsx'),
    'AlarmsScreen',
  ),
})

const routeTree = root.addChildren([
  login,
  recovery,
  owner,
  enrol,
  objection,
  app.addChildren([
    today,
    me,
    approvals,
    approval,
    member,
    members,
    holds,
    hold,
    seasons,
    season,
    alarms,
    builder,
    compare,
    ...moneyRoutes,
    ...systemRoutes,
    ...messageRoutes,
  ]),
])

export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    trailingSlash: 'never',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
