/** A log of a simulated call; the node and the contracts choose its content. */
export type SimulatedLog = {
  address: string
  topics: readonly string[]
  data: string
}

/** One effect of a call on assets, read from a log. Addresses are in lower case. */
export type Effect =
  /** `contract` is null for the network's own coin. */
  | {
      kind: 'moved'
      contract: string | null
      from: string
      to: string
      amount: bigint
    }
  /** A collectible (ERC-721), or an amount of one (ERC-1155). */
  | {
      kind: 'item'
      contract: string
      from: string
      to: string
      id: bigint
      amount: bigint
    }
  | {
      kind: 'allowance'
      contract: string
      owner: string
      spender: string
      amount: bigint
    }
  | {
      kind: 'item-allowance'
      contract: string
      owner: string
      spender: string
      id: bigint
    }
  /** Every asset of a contract, now and later. */
  | {
      kind: 'operator'
      contract: string
      owner: string
      spender: string
      isApproved: boolean
    }
  /** A log of a known event in an unknown form, which must not be overlooked. */
  | { kind: 'unreadable'; contract: string }

/** Nodes report transfers of the coin with this address (`traceTransfers` of `eth_simulateV1`). */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** The events of Permit2, which keeps allowances for other tokens. */
const PERMIT2_APPROVAL = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const PERMIT2_PERMIT = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'

/** Reads the effects on assets in the order in which they happen; other logs are left out. */
export function effectsIn(logs: readonly SimulatedLog[]): Effect[] {
  return logs.flatMap((log) => {
    const contract = log.address.toLowerCase()
    const [event = '', ...topics] = log.topics.map((topic) => topic.toLowerCase())
    const words = wordsOf(log.data)
    const read = READERS[event]
    if (!read) return []
    return read(contract, topics, words) ?? [{ kind: 'unreadable' as const, contract }]
  })
}

type Read = (contract: string, topics: string[], words: string[]) => Effect[] | undefined

const READERS: Record<string, Read> = {
  [TRANSFER]: (contract, topics, words) => {
    const [from, to] = topics.slice(0, 2).map(addressIn)
    if (from === undefined || to === undefined) return undefined
    if (topics.length === 3) {
      const id = numberIn(topics[2])
      return id === undefined ? undefined : [{ kind: 'item', contract, from, to, id, amount: 1n }]
    }
    const amount = topics.length === 2 ? numberIn(words[0]) : undefined
    if (amount === undefined) return undefined
    return [
      {
        kind: 'moved',
        contract: contract === COIN ? null : contract,
        from,
        to,
        amount,
      },
    ]
  },
  [APPROVAL]: (contract, topics, words) => {
    const [owner, spender] = topics.slice(0, 2).map(addressIn)
    if (owner === undefined || spender === undefined) return undefined
    if (topics.length === 3) {
      const id = numberIn(topics[2])
      return id === undefined
        ? undefined
        : [{ kind: 'item-allowance', contract, owner, spender, id }]
    }
    const amount = topics.length === 2 ? numberIn(words[0]) : undefined
    return amount === undefined
      ? undefined
      : [{ kind: 'allowance', contract, owner, spender, amount }]
  },
  [APPROVAL_FOR_ALL]: (contract, topics, words) => {
    const [owner, spender] = topics.slice(0, 2).map(addressIn)
    const flag = numberIn(words[0])
    if (owner === undefined || spender === undefined || flag === undefined) return undefined
    return [{ kind: 'operator', contract, owner, spender, isApproved: flag !== 0n }]
  },
  [TRANSFER_SINGLE]: (contract, topics, [first, second]) => {
    const [, from, to] = topics.slice(0, 3).map(addressIn)
    const [id, amount] = [numberIn(first), numberIn(second)]
    if (from === undefined || to === undefined || id === undefined || amount === undefined) {
      return undefined
    }
    return [{ kind: 'item', contract, from, to, id, amount }]
  },
  [TRANSFER_BATCH]: (contract, topics, words) => {
    const [, from, to] = topics.slice(0, 3).map(addressIn)
    const ids = listAt(words, numberIn(words[0]))
    const amounts = listAt(words, numberIn(words[1]))
    if (from === undefined || to === undefined || !ids || ids.length !== amounts?.length) {
      return undefined
    }
    return ids.map((id, at) => ({
      kind: 'item',
      contract,
      from,
      to,
      id,
      amount: amounts[at] ?? 0n,
    }))
  },
  [PERMIT2_APPROVAL]: readPermit2,
  [PERMIT2_PERMIT]: readPermit2,
}

/** The same contract on every chain; others could report allowances that it does not have. */
const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** The allowance concerns the token that the event names, not Permit2 itself. */
function readPermit2(emitter: string, topics: string[], words: string[]): Effect[] | undefined {
  const [owner, token, spender] = topics.slice(0, 3).map(addressIn)
  const amount = numberIn(words[0])
  if (owner === undefined || token === undefined || spender === undefined) return undefined
  if (amount === undefined) return undefined
  if (emitter.toLowerCase() !== PERMIT2) return []
  return [{ kind: 'allowance', contract: token, owner, spender, amount }]
}

const WORD = /^[0-9a-f]{64}$/
const BATCH_MAX = 100

function wordsOf(data: string): string[] {
  return data.slice(2).toLowerCase().match(/.{64}/g) ?? []
}

function addressIn(topic: string): string | undefined {
  return /^0x0{24}[0-9a-f]{40}$/.test(topic) ? `0x${topic.slice(-40)}` : undefined
}

/** Reads a topic, which begins with 0x, or a word of the data. */
function numberIn(word: string | undefined): bigint | undefined {
  const digits = word?.replace(/^0x/, '') ?? ''
  return WORD.test(digits) ? BigInt(`0x${digits}`) : undefined
}

function listAt(words: readonly string[], offset: bigint | undefined): bigint[] | undefined {
  if (offset === undefined || offset % 32n !== 0n || offset / 32n >= words.length) return undefined
  const start = Number(offset / 32n)
  const length = numberIn(words[start])
  if (length === undefined || length > BATCH_MAX) return undefined
  const list = words
    .slice(start + 1, start + 1 + Number(length))
    .map((word) => numberIn(word) ?? 0n)
  return list.length === Number(length) ? list : undefined
}

/**
 * More than any token has units in practice. Tokens with amounts of 96 or 160 bits store less than
 * the largest number for an allowance without a limit.
 */
const UNLIMITED_FROM = 2n ** 96n - 1n

export const isUnlimited = (amount: bigint): boolean => amount >= UNLIMITED_FROM
