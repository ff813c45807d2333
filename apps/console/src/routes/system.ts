import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseAuditFilter } from '#/features/audit/filter.ts'
import { parseReadsFilter } from '#/features/audit/reads-filter.ts'
import { jobsSearchOf, pageOf } from '#/lib/address-search.ts'
import { app } from './app.ts'

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
  validateSearch: jobsSearchOf,
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

const availability = createRoute({
  getParentRoute: () => app,
  path: '/system/availability',
  component: lazyRouteComponent(
    () => import('#/features/availability/availability-screen.tsx'),
    'AvailabilityScreen',
  ),
})

const networks = createRoute({
  getParentRoute: () => app,
  path: '/system/networks',
  component: lazyRouteComponent(
    () => import('#/features/networks/networks-screen.tsx'),
    'NetworksScreen',
  ),
})

/** The pages of networks, operators, the audit and the operation of the server. */
export const systemRoutes = [
  networks,
  operators,
  policy,
  audit,
  checkpoints,
  reads,
  jobs,
  health,
  availability,
] as const
