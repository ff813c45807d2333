import type { SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { amountText } from '@solstice/rules/amount'
import { tokenAt } from '#/modules/order/order.service.ts'
import { existingPackage } from './credit-plan.service.ts'

/** Packages are on sale in no season, so they count as products of a running one. */
const onSale = (isLess: boolean) => () => ({
  isLess,
  payType: 'TOKEN' as const,
  isDraft: false,
  givesXp: 0,
  givesTickets: 0,
  price: undefined,
})

export const readNewPackage: SubjectReader<'credit.addPackage'> = async (tx, _ctx, { body }) => {
  const contract = body.contract === 'native' ? null : body.contract
  const token = await tokenAt(tx, { chainId: body.chainId, contract })
  return {
    subject: 'credit-packages',
    values: {
      credit: body.credit,
      price: body.price,
      symbol: token?.symbol ?? null,
      chainId: body.chainId,
      contract: body.contract,
    },
    facts: onSale(false),
  }
}

export const readPackageChange: SubjectReader<'credit.changePackage'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const found = await existingPackage(tx, params.packageId)
  const token = await tokenAt(tx, found)
  return {
    subject: `credit-package:${found.id}`,
    values: {
      packageId: found.id,
      credit: found.credit,
      price: amountText(found.price, token?.decimals ?? 0),
      symbol: token?.symbol ?? null,
    },
    changes: [{ field: 'onSale', before: found.onSale, after: body.onSale }],
    facts: onSale(!body.onSale || found.onSale),
  }
}
