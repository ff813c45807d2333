import { Code } from '@solstice/contract/codes'
import type { Mount } from '#/http/mount.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { spendExplorerCall } from './explorer-budget.service.ts'
import { explorerProxy } from './explorer.service.ts'

export function explorerRoutes(ctx: AppContext, mount: Mount): void {
  const queryExplorer = explorerProxy(ctx, () => spendExplorerCall(ctx))

  mount('explorer.query', async ({ query }) => {
    try {
      return await queryExplorer(query)
    } catch (error) {
      // A contract that reverts on balanceOf is not a token, so the request is invalid rather than
      // the server broken.
      if (error instanceof ChainError && error.isRevert) throw refuse(Code.INVALID_REQUEST)
      throw error
    }
  })
}
