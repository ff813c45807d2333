import type { Mount } from '#/http/mount.ts'
import { withoutReason } from '#/platform/books/audit-reason.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  checkContract,
  checkNetwork,
  fetchSourcePrice,
  listOperatorNetworks,
  setContract,
  setNetwork,
  setPrice,
  showContracts,
  showPrices,
  type ShownPrices,
} from './network-operator.service.ts'
import { listContracts, listContractsOf, listNetworks, priceBoard } from './network.service.ts'
import { listPricePoints, listRates } from './price-points.service.ts'

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

  mount('network.rates', () => listRates(ctx, prices))

  mount('network.pricePoints', () => listPricePoints(ctx))

  mount('network.showAll', ({ origin }) => listOperatorNetworks(ctx, origin))

  mount(
    'network.set',
    ({ params, body, operator, origin, tx }) =>
      setNetwork(tx, ctx, operator, { ...params, ...withoutReason(body) }, origin),
    ({ params, body, origin }) =>
      checkNetwork(ctx, { chainId: params.chainId, ...body }, origin).then(() => undefined),
  )

  mount('network.showContracts', () => showContracts(ctx, prices))

  mount(
    'network.setContract',
    ({ params, body, operator, tx }, shown: ShownPrices) =>
      setContract(tx, ctx, operator, { ...params, ...withoutReason(body) }, shown),
    ({ params, body }) => checkContract(ctx, prices, { ...params, ...body }),
  )

  mount('network.showPrices', () => showPrices(ctx, prices))

  mount(
    'network.setPrice',
    async ({ params, body, operator, tx }, _sourcePrice: string | undefined) => {
      await setPrice(tx, ctx, operator, { ...params, ...body })
      return null
    },
    ({ params }) => fetchSourcePrice(ctx, params.symbol),
  )
}
