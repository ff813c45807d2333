import type { Texts } from '@solstice/rules/season-plan'
import { insertPackage } from '#/modules/credit/credit-plan.service.ts'
import { contractsOnChain, enabledNetworks } from '#/modules/network/network.service.ts'
import { insertProduct, type NewProduct } from '#/modules/product/product-plan.service.ts'
import { tokenUnits } from '@solstice/rules/round'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { hasCreditPackages } from './demo.queries.ts'

type Context = Pick<AppContext, 'now'>

type Offer = Pick<NewProduct, 'payType' | 'givesXp' | 'givesTickets' | 'stock' | 'perMember'> & {
  name: Texts
  description: Texts
  price: string
}

const OFFERS: readonly Offer[] = [
  {
    name: { en: 'Starter XP pack', ko: 'XP 스타터 팩' },
    description: {
      en: '500 XP to spend in the shop, paid from your wallet.',
      ko: '상점에서 쓸 수 있는 500 XP예요. 지갑으로 결제해요.',
    },
    payType: 'TOKEN',
    price: '5',
    givesXp: 500,
    givesTickets: 0,
    stock: null,
    perMember: null,
  },
  {
    name: { en: 'Grand XP pack', ko: 'XP 그랜드 팩' },
    description: {
      en: '2,500 XP and 5 tickets for the wheel.',
      ko: '2,500 XP와 룰렛 티켓 5장을 드려요.',
    },
    payType: 'TOKEN',
    price: '20',
    givesXp: 2500,
    givesTickets: 5,
    stock: 500,
    perMember: 10,
  },
  {
    name: { en: 'Three tickets', ko: '티켓 3장' },
    description: { en: 'Three more turns of the wheel.', ko: '룰렛을 세 번 더 돌릴 수 있어요.' },
    payType: 'XP',
    price: '300',
    givesXp: 0,
    givesTickets: 3,
    stock: null,
    perMember: null,
  },
  {
    name: { en: 'Ticket bundle', ko: '티켓 묶음' },
    description: {
      en: 'Twelve tickets at the price of ten, twice per season.',
      ko: '10장 가격에 12장을 드려요. 시즌마다 두 번 살 수 있어요.',
    },
    payType: 'XP',
    price: '1000',
    givesXp: 0,
    givesTickets: 12,
    stock: 200,
    perMember: 2,
  },
  {
    name: { en: 'XP for a ticket', ko: '티켓으로 XP 받기' },
    description: {
      en: 'Trade one ticket for 80 XP to spend.',
      ko: '티켓 1장을 80 XP로 바꿔 드려요.',
    },
    payType: 'TICKET',
    price: '1',
    givesXp: 80,
    givesTickets: 0,
    stock: null,
    perMember: null,
  },
]

const PACKAGES = [
  { credit: 50, price: '5' },
  { credit: 110, price: '10' },
  { credit: 600, price: '50' },
]

/**
 * Returns the stable token of the first network that has one; without it nothing is sold for
 * tokens.
 */
async function stableToken(tx: Db) {
  for (const { chainId } of await enabledNetworks({ db: tx })) {
    const token = (await contractsOnChain({ db: tx }, chainId)).find(
      ({ address, symbol }) => address !== null && symbol === 'USDS',
    )
    if (token) return { chainId, contract: token.address, decimals: token.decimals }
  }
  return undefined
}

/** Adds a product for every payment method. */
export async function stockShop(tx: Db, ctx: Context, seasonId: number): Promise<void> {
  const token = await stableToken(tx)
  for (const [position, { price, ...offer }] of OFFERS.entries()) {
    const isToken = offer.payType === 'TOKEN'
    if (isToken && !token) continue
    const decimals = isToken ? (token?.decimals ?? 0) : 0
    const product: NewProduct = {
      ...offer,
      seasonId,
      position: position + 1,
      imageUrl: null,
      price: tokenUnits(price, decimals) ?? 0n,
      chainId: isToken && token ? token.chainId : null,
      contract: isToken && token ? token.contract : null,
      onSale: true,
    }
    await insertProduct(tx, product, ctx.now())
  }
}

export async function stockCredit(tx: Db, ctx: Context): Promise<void> {
  const token = await stableToken(tx)
  if (!token || (await hasCreditPackages(tx))) return
  for (const [position, { credit, price }] of PACKAGES.entries()) {
    const { chainId, contract, decimals } = token
    const units = tokenUnits(price, decimals) ?? 0n
    const made = { position: position + 1, credit, price: units, chainId, contract, onSale: true }
    await insertPackage(tx, made, ctx.now())
  }
}
