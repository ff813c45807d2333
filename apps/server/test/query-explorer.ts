import type { CallInput } from '@solstice/contract/wire'
import type { TestApp } from './test-app.ts'
import { openBrowser } from './test-member.ts'

type Query = CallInput<'explorer.query'>['query']
export type ExplorerQuestion = Partial<Query> & Pick<Query, 'action'>

/** As the app asks, on the first local chain unless the question names another. */
export const queryExplorer = (server: TestApp, query: ExplorerQuestion) =>
  openBrowser(server).call('explorer.query', {
    query: {
      module: query.action === 'gasoracle' ? 'gastracker' : 'account',
      chainid: 31_337,
      ...query,
    },
  })
