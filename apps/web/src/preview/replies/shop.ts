import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { whyUnavailable } from '@solstice/rules/order'
import { PreviewRefusal } from '#/preview/preview-refusal.ts'
import type { PreviewState } from '#/preview/preview-state.ts'
import { inLanguage, type Programme } from '#/preview/programme.ts'
import { onePage } from './page.ts'

type Product = CallData<'product.show'>

export function listProducts(
  state: PreviewState,
  { payType }: { payType?: Product['payType'] | undefined },
): CallData<'product.list'> {
  const shown = state.programme.products.filter(
    (product) => payType === undefined || product.payType === payType,
  )
  return onePage(shown.map((product) => productView(state, product)))
}

export function showProduct(state: PreviewState, productId: number): Product {
  const product = state.programme.products.find((one) => one.productId === productId)
  if (!product) throw new PreviewRefusal(Code.NOT_FOUND)
  return productView(state, product)
}

function productView(
  { programme, language }: PreviewState,
  product: Programme['products'][number],
): Product {
  const token = tokenOf(programme, product)
  const reason = whyUnavailable({
    onSale: true,
    stock: product.stock,
    perMember: product.perUserLimit,
    bought: 0,
  })
  return {
    productId: product.productId,
    seasonId: programme.seasonId,
    name: inLanguage(product.name, language),
    description: inLanguage(product.description, language),
    imageUrl: product.imageUrl,
    payType: product.payType,
    price: product.price,
    tokenSymbol: token?.symbol ?? null,
    chainId: token?.chainId ?? null,
    contractAddress: token?.contract ?? null,
    tokenDecimals: token?.decimals ?? null,
    givesXp: product.givesXp,
    givesTickets: product.givesTickets,
    stock: product.stock,
    perUserLimit: product.perUserLimit,
    bought: 0,
    available: reason === undefined,
    unavailableReason: reason ?? null,
  }
}

/** A token that the console does not know is shown as the token of the rewards. */
function tokenOf(
  { tokens, reward }: Programme,
  { payType, chainId, contract }: Programme['products'][number],
) {
  if (payType !== 'TOKEN') return undefined
  const address = contract === undefined || contract === 'native' ? null : contract
  const known = tokens.find(
    (token) =>
      token.chainId === chainId && token.contract?.toLowerCase() === address?.toLowerCase(),
  )
  return known ?? { ...reward, chainId: chainId ?? 1, contract: address }
}
