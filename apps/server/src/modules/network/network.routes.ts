import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  listOperatorNetworks,
  setContract,
  setNetwork,
  setPrice,
  showContracts,
  showPrices,
} from './network-operator.service.ts'
import { listContracts, listContractsOf, listNetworks, priceBoard } from './network.service.ts'

export function networkRoutes(ctx: AppContext, mount: Mount): void {
  const prices = priceBoard(ctx)

  mount('network.list', ({ origin }) => listNetworks(ctx, origin))

  mount('network.contracts', ({ params }) => listContractsOf(ctx, prices, params.networkId))

  mount('network.allContracts', ({ query }) =>
    listContracts(
      ctx,
      prices,
      query.networkId === undefined ? undefined : [query.networkId].flat(),
    ),
  )

  mount('network.showAll', ({ origin }) => listOperatorNetworks(ctx, origin))

  mount('network.set', ({ params, body, operator, origin }) =>
    setNetwork(ctx, operator, { chainId: params.chainId, ...body }, origin),
  )

  mount('network.showContracts', () => showContracts(ctx, prices))

  mount('network.setContract', ({ params, body, operator }) =>
    setContract(ctx, prices, operator, { ...params, ...body }),
  )

  mount('network.showPrices', () => showPrices(ctx, prices))

  mount('network.setPrice', async ({ params, body, operator }) => {
    await setPrice(ctx, operator, { ...params, ...body })
    return null
  })
}
