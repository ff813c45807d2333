const TRANSFER = '0xa9059cbb'
const BALANCE_OF = '0x70a08231'
/** Transfer(address,address,uint256) */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const word = (digits: string) => digits.padStart(64, '0')
const addressWord = (address: string) => word(address.slice(2).toLowerCase())

export function encodeTransfer(to: string, amount: bigint): `0x${string}` {
  return `${TRANSFER}${addressWord(to)}${word(amount.toString(16))}`
}

export function encodeBalanceOf(owner: string): `0x${string}` {
  return `${BALANCE_OF}${addressWord(owner)}`
}

/** Whom a call of a token pays, and how much; nothing for any other call. */
export function decodeTransfer(data: string): { to: string; amount: bigint } | undefined {
  if (!data.startsWith(TRANSFER) || data.length !== 2 + 8 + 128) return undefined
  return { to: `0x${data.slice(34, 74)}`, amount: BigInt(`0x${data.slice(74)}`) }
}

type Log = { address: string; topics: string[]; data: string }

/** The token transfers that a receipt proves. */
export function transfersIn(logs: readonly Log[]) {
  return logs
    .filter(
      ({ topics, data }) =>
        topics[0] === TRANSFER_TOPIC && topics.length === 3 && data.length <= 66,
    )
    .map(({ address, topics, data }) => ({
      contract: address,
      from: `0x${(topics[1] ?? '').slice(26)}`,
      to: `0x${(topics[2] ?? '').slice(26)}`,
      amount: BigInt(data === '0x' ? 0 : data),
    }))
}
