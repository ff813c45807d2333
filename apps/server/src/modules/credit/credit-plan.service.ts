import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { tokenUnits } from '@solstice/rules/round'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { tokenAt } from '#/modules/order/order.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import { changeOf } from '#/platform/books/audit-change.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findPackage,
  findPackages,
  insertPackage,
  setPackageOnSale,
  type CreditPackage,
} from './credit.queries.ts'

export { insertPackage } from './credit.queries.ts'

type PackageView = CallData<'credit.addPackage'>

export async function listAllPackages(
  ctx: Pick<AppContext, 'db'>,
): Promise<CallData<'credit.listAll'>> {
  const list: PackageView[] = []
  for (const each of await findPackages(ctx.db)) {
    list.push(await viewOf(ctx.db, each))
  }
  return { list }
}

export async function addPackage(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  planned: { credit: number; price: string; chainId: number; contract: string; position: number },
): Promise<PackageView> {
  const { credit, chainId, position } = planned
  const contract = planned.contract === 'native' ? null : planned.contract
  const token = await tokenAt(tx, { chainId, contract })
  if (!token) throw refuse(Code.NOT_FOUND)
  const price = tokenUnits(planned.price, token.decimals)
  if (price === undefined || price === 0n) throw refuse(Code.INVALID_REQUEST)
  const made = { position, credit, price, chainId, contract: token.address, onSale: true }
  const packageId = await insertPackage(tx, made, ctx.now())
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'credit.package',
    subject: `credit-package:${packageId}`,
    data: { ...planned, after: planned },
  })
  return viewOf(tx, { id: packageId, ...made })
}

export async function sellPackage(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  by: Operator,
  packageId: number,
  onSale: boolean,
): Promise<PackageView> {
  const found = await existingPackage(tx, packageId)
  await setPackageOnSale(tx, packageId, onSale)
  await appendAudit(tx, {
    at: ctx.now(),
    actor: actorOf(by),
    action: 'credit.package',
    subject: `credit-package:${packageId}`,
    data: changeOf({ onSale: found.onSale }, { onSale }),
  })
  return viewOf(tx, { ...found, onSale })
}

export async function existingPackage(tx: Db, packageId: number): Promise<CreditPackage> {
  const found = await findPackage(tx, packageId)
  if (!found) throw refuse(Code.NOT_FOUND)
  return found
}

async function viewOf(db: Db, made: Omit<CreditPackage, 'createdAt'>): Promise<PackageView> {
  const token = await tokenAt(db, made)
  return {
    packageId: made.id,
    position: made.position,
    credit: made.credit,
    price: `${amountText(made.price, token?.decimals ?? 0)} ${token?.symbol ?? ''}`.trim(),
    chainId: made.chainId,
    onSale: made.onSale,
  }
}
