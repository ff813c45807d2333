import type { CallInput } from '@solstice/contract/wire'
import type { TestApp } from './test-app.ts'
import { openBrowser } from './test-member.ts'

type Query = CallInput<'explorer.query'>['query']
export type ExplorerQuery = Partial<Query> & Pick<Query, 'action'>

/** Queries the explorer like the app, on the first local chain by default. */
export const queryExplorer = (server: TestApp, query: ExplorerQuery) =>
  openBrowser(server).call('explorer.query', {
    query: {
      module: query.action === 'gasoracle' ? 'gastracker' : 'account',
      chainid: 31_337,
      ...query,
    },
  })
