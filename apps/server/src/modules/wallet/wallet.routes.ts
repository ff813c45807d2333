import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listTransactions, recordTransaction } from './wallet-transactions.service.ts'
import { challengeWallet, disconnectWallet, registerWallet, walletOf } from './wallet.service.ts'

export function walletRoutes(ctx: AppContext, mount: Mount): void {
  mount('wallet.info', ({ session }) => walletOf(ctx, session.memberId))

  mount('wallet.challenge', ({ session, body, origin }) =>
    challengeWallet(ctx, session.memberId, { ...body, origin }),
  )

  mount('wallet.register', ({ session, body, pinToken }) =>
    registerWallet(ctx, session.memberId, body, pinToken),
  )

  mount('wallet.disconnect', async ({ session, params, pinToken }) => {
    await disconnectWallet(ctx, session.memberId, params.address, pinToken)
    return null
  })

  mount('wallet.transactions', ({ session, query }) => {
    const { chainId, ...page } = query
    const chainIds = chainId === undefined ? undefined : [chainId].flat()
    return listTransactions(ctx, session.memberId, { ...page, chainIds })
  })

  mount('wallet.addTransaction', ({ session, body }) => recordTransaction(ctx, session, body))
}
