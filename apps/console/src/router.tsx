import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import { ApiError } from '@solstice/ui/api-error.ts'
import { APPROVAL_FILTERS } from '#/features/approvals/filters.ts'
import type { ApprovalFilter } from '#/features/approvals/filters.ts'
import { parseAuditFilter } from '#/features/audit/filter.ts'
import { parseCompareSearch } from '#/features/compare/compare-search.ts'
import { parseDialog } from '#/lib/dialog-address.ts'
import { parseMemberSearch } from '#/features/member/member-search.ts'
import { STEPS } from '#/features/builder/step-names.ts'
import type { Step } from '#/features/builder/step-names.ts'
import { parseReadsFilter } from '#/features/audit/reads-filter.ts'
import { parseMembersFilter } from '#/features/members/filter.ts'
import { meQuery } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { ErrorPage, NotFoundPage } from '#/shell/whole-page.tsx'
import { Root } from './root.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

/** Leaves the first page out of the address. */
const pageOf = (search: Record<string, unknown>): { page?: number } => {
  const page = Number(search['page'])
  return Number.isSafeInteger(page) && page > 1 ? { page } : {}
}

/** Only paths of the console itself: another host must not follow a sign-in. */
const nextOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined

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

/** The pages behind the sign-in. */
const app = createRoute({
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
  validateSearch: (search): { state?: 'cleared'; page?: number } => ({
    ...(search['state'] === 'cleared' && { state: 'cleared' }),
    ...pageOf(search),
  }),
  component: lazyRouteComponent(
    () => import('#/features/alarms/alarms-screen.tsx'),
    'AlarmsScreen',
  ),
})

const treasury = createRoute({
  getParentRoute: () => app,
  path: '/money/treasury',
  component: lazyRouteComponent(
    () => import('#/features/treasury/treasury-screen.tsx'),
    'TreasuryScreen',
  ),
})

const operators = createRoute({
  getParentRoute: () => app,
  path: '/system/operators',
  validateSearch: (search): { history?: string; page?: number } => ({
    ...(typeof search['history'] === 'string' && { history: search['history'] }),
    ...pageOf(search),
  }),
  component: lazyRouteComponent(
    () => import('#/features/operators/operators-screen.tsx'),
    'OperatorsScreen',
  ),
})

const audit = createRoute({
  getParentRoute: () => app,
  path: '/system/audit',
  validateSearch: parseAuditFilter,
  component: lazyRouteComponent(() => import('#/features/audit/audit-screen.tsx'), 'AuditScreen'),
})

const checkpoints = createRoute({
  getParentRoute: () => app,
  path: '/system/audit/checkpoints',
  validateSearch: pageOf,
  component: lazyRouteComponent(
    () => import('#/features/audit/checkpoints-screen.tsx'),
    'CheckpointsScreen',
  ),
})

const reads = createRoute({
  getParentRoute: () => app,
  path: '/system/audit/reads',
  validateSearch: parseReadsFilter,
  component: lazyRouteComponent(() => import('#/features/audit/reads-screen.tsx'), 'ReadsScreen'),
})

const policy = createRoute({
  getParentRoute: () => app,
  path: '/system/policy',
  component: lazyRouteComponent(
    () => import('#/features/policy/policy-screen.tsx'),
    'PolicyScreen',
  ),
})

const jobs = createRoute({
  getParentRoute: () => app,
  path: '/system/jobs',
  validateSearch: (search): { state?: 'waiting'; kind?: string; page?: number } => ({
    ...(search['state'] === 'waiting' && { state: 'waiting' }),
    ...(typeof search['kind'] === 'string' && { kind: search['kind'] }),
    ...pageOf(search),
  }),
  component: lazyRouteComponent(() => import('#/features/jobs/jobs-screen.tsx'), 'JobsScreen'),
})

const health = createRoute({
  getParentRoute: () => app,
  path: '/system/health',
  component: lazyRouteComponent(
    () => import('#/features/health/health-screen.tsx'),
    'HealthScreen',
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
    seasons,
    season,
    alarms,
    builder,
    compare,
    treasury,
    operators,
    policy,
    audit,
    checkpoints,
    reads,
    jobs,
    health,
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
