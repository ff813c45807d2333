import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The router's options of every build of the app. */
export const ROUTER_OPTIONS = {
  target: 'react',
  autoCodeSplitting: true,
  routesDirectory: `${root}src/routes`,
  generatedRouteTree: `${root}src/routeTree.gen.ts`,
  quoteStyle: 'single',
  semicolons: false,
} as const
