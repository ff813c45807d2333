import { checksumAddress, normaliseAddress, type Address } from './address.ts'

/** A payment requested by a QR code or a link (EIP-681). Amounts are in the smallest unit. */
export type PaymentRequest = {
  to: Address
  chainId: number | undefined
  amount: bigint | undefined
  /** The requested token; undefined for the network's native coin. */
  token: Address | undefined
}

const LINK =
  /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d{1,15}))?(?:\/([A-Za-z]\w*))?(?:\?(.*))?$/

export function readPaymentLink(link: string): PaymentRequest | undefined {
  const found = LINK.exec(link)
  if (!found) return undefined
  const [, target = '', chain, method, query = ''] = found
  const address = normaliseAddress(target)
  const values = readQuery(query)
  const chainId = chain === undefined ? undefined : Number(chain)
  if (!address || !values || chainId === 0) return undefined
  if (method === undefined) return readCoinRequest(address, chainId, values)
  if (method === 'transfer') return readTokenRequest(address, chainId, values)
  return undefined
}

function readCoinRequest(
  to: Address,
  chainId: number | undefined,
  values: ReadonlyMap<string, string>,
): PaymentRequest | undefined {
  if (!hasOnly(values, ['value'])) return undefined
  const value = values.get('value')
  const amount = readNumber(value)
  if (value !== undefined && amount === undefined) return undefined
  return { to, chainId, amount, token: undefined }
}

function readTokenRequest(
  token: Address,
  chainId: number | undefined,
  values: ReadonlyMap<string, string>,
): PaymentRequest | undefined {
  if (!hasOnly(values, ['address', 'uint256'])) return undefined
  const to = normaliseAddress(values.get('address') ?? '')
  const value = values.get('uint256')
  const amount = readNumber(value)
  if (!to || (value !== undefined && amount === undefined)) return undefined
  return { to, chainId, amount, token }
}

/** Fee suggestions are ignored, because the member chooses the fee. */
const FEE_SUGGESTIONS = ['gas', 'gasLimit', 'gasPrice']

function hasOnly(values: ReadonlyMap<string, string>, names: readonly string[]): boolean {
  return Array.from(values).every(
    ([name, value]) =>
      names.includes(name) || (FEE_SUGGESTIONS.includes(name) && readNumber(value) !== undefined),
  )
}

/** Returns undefined for a repeated name, because it would be ambiguous. */
function readQuery(query: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>()
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', value, ...more] = part.split('=')
    if (value === undefined || more.length > 0 || values.has(name)) return undefined
    try {
      values.set(name, decodeURIComponent(value))
    } catch {
      return undefined
    }
  }
  return values
}

const NUMBER = /^\+?(\d{1,80})(?:\.(\d{1,80}))?(?:[eE]\+?(\d{1,2}))?$/
const UINT256_MAX = 2n ** 256n - 1n

/** Parses numbers such as `1.5e18` if they are integers within the range of uint256. */
function readNumber(text = ''): bigint | undefined {
  const found = NUMBER.exec(text)
  if (!found) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = found
  const places = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  const number = places >= 0 ? digits * 10n ** BigInt(places) : shifted(digits, -places)
  return number !== undefined && number <= UINT256_MAX ? number : undefined
}

function shifted(digits: bigint, places: number): bigint | undefined {
  const divisor = 10n ** BigInt(places)
  return digits % divisor === 0n ? digits / divisor : undefined
}

/** Returns the link that a receiving wallet shows. */
export function paymentLink(request: PaymentRequest): string {
  const { to, chainId, amount, token } = request
  const at = chainId === undefined ? '' : `@${chainId}`
  if (token === undefined) {
    return `ethereum:${checksumAddress(to)}${at}${amount === undefined ? '' : `?value=${amount}`}`
  }
  const amountQuery = amount === undefined ? '' : `&uint256=${amount}`
  return `ethereum:${checksumAddress(token)}${at}/transfer?address=${checksumAddress(to)}${amountQuery}`
}
