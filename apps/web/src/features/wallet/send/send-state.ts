import { isSameAddress, isZeroAddress, normaliseAddress } from '@solstice/rules/address'
import { readPaymentLink } from '@solstice/rules/payment-link'
import type { Asset, Network } from '#/features/wallet/chain/networks.ts'

/** A recipient that was typed, pasted or scanned, parsed or refused. */
export type Recipient =
  | { kind: 'address'; to: string }
  | { kind: 'request'; to: string; asset: Asset; amount: bigint | undefined }
  /** The code names no network and several are possible, so the member chooses. */
  | { kind: 'open-request'; to: string; assets: Asset[]; amount: bigint | undefined }
  | {
      kind: 'refused'
      why: 'invalid' | 'checksum' | 'zero' | 'self' | 'contract' | 'unread' | 'token'
    }
  | { kind: 'refused'; why: 'network'; chainId: number }

type Known = { own: string; networks: readonly Network[]; assets: readonly Asset[] }

export function readRecipient(typed: string, known: Known): Recipient {
  const value = typed.trim()
  if (/^\w+:/.test(value)) return readRequest(value, known)
  const to = normaliseAddress(value)
  if (to === undefined) {
    return { kind: 'refused', why: isSameAddress(value, value) ? 'checksum' : 'invalid' }
  }
  return refuseTarget(to, known) ?? { kind: 'address', to }
}

function readRequest(value: string, known: Known): Recipient {
  const request = readPaymentLink(value)
  if (!request) return { kind: 'refused', why: 'unread' }
  const { to, chainId, token, amount } = request
  if (chainId !== undefined && !known.networks.some((network) => network.chainId === chainId)) {
    return { kind: 'refused', why: 'network', chainId }
  }
  const refused = refuseTarget(to, known)
  if (refused) return refused
  if (chainId === undefined && token === undefined && amount === undefined) {
    return { kind: 'address', to }
  }
  const assets = known.assets.filter(
    (each) =>
      (chainId === undefined || each.chainId === chainId) &&
      (token === undefined
        ? each.address === null
        : each.address !== null && isSameAddress(each.address, token)),
  )
  const [asset] = assets
  // An unknown token could be anything.
  if (!asset) return { kind: 'refused', why: 'token' }
  if (assets.length > 1) return { kind: 'open-request', to, assets, amount }
  return { kind: 'request', to, asset, amount }
}

/** Refuses the own wallet, the zero address and a token's own contract as a recipient. */
function refuseTarget(to: string, { own, assets }: Known): Recipient | undefined {
  if (isZeroAddress(to)) return { kind: 'refused', why: 'zero' }
  if (isSameAddress(to, own)) return { kind: 'refused', why: 'self' }
  const isContract = assets.some(({ address }) => address !== null && isSameAddress(address, to))
  return isContract ? { kind: 'refused', why: 'contract' } : undefined
}
