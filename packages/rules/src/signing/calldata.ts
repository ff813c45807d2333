import type { Effect } from './simulated-effects.ts'

/** A call as the wallet would sign it. */
export type SignableCall = {
  from: string
  to: string
  value: bigint
  data: string
}

/** The well-known functions by selector, with their parameters. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'transfer(address to, uint256 amount)',
  '0x23b872dd': 'transferFrom(address from, address to, uint256 amount)',
  '0x095ea7b3': 'approve(address spender, uint256 amount)',
  '0x39509351': 'increaseAllowance(address spender, uint256 added)',
  '0xa457c2d7': 'decreaseAllowance(address spender, uint256 subtracted)',
  '0xa22cb465': 'setApprovalForAll(address operator, bool approved)',
  '0xd505accf':
    'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  '0x87517c45': 'approve(address token, address spender, uint160 amount, uint48 expiration)',
  '0x42842e0e': 'safeTransferFrom(address from, address to, uint256 id)',
  '0xb88d4fde': 'safeTransferFrom(address from, address to, uint256 id, bytes data)',
  '0xf242432a':
    'safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  '0xd0e30db0': 'deposit()',
  '0x2e1a7d4d': 'withdraw(uint256 amount)',
}

/** Returns the function of a call as far as its selector is known. */
export function functionOf(
  data: string,
): { selector: string; signature: string | undefined } | null {
  if (data.length < 10) return null
  const selector = data.slice(0, 10).toLowerCase()
  return { selector, signature: FUNCTIONS[selector] }
}

/**
 * Returns the effects that a call states itself. A contract may do more or something else, so this
 * replaces a simulation only where there is none, and the member is told so.
 */
export function statedEffects({ from, to, value, data }: SignableCall): Effect[] {
  const member = from.toLowerCase()
  const contract = to.toLowerCase()
  const coin: Effect[] =
    value > 0n
      ? [
          {
            kind: 'moved',
            contract: null,
            from: member,
            to: contract,
            amount: value,
          },
        ]
      : []
  const words = (
    data
      .slice(10)
      .toLowerCase()
      .match(/[0-9a-f]{64}/g) ?? []
  ).map(numberOf)
  const read = READERS[data.slice(0, 10).toLowerCase()]
  return [...coin, ...(read?.({ member, contract }, words) ?? [])]
}

/** True for the selector of a well-known function that moves or approves assets. */
export const statesEffects = (selector: string): boolean =>
  Object.hasOwn(READERS, selector.toLowerCase())

const numberOf = (word: string) => BigInt(`0x${word}`)
const addressOf = (word = 0n) => `0x${(word & (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`

type Parties = { member: string; contract: string }

function allowance(
  { member: owner, contract }: Parties,
  [spender, amount = 0n]: bigint[],
): Effect[] {
  return [{ kind: 'allowance', contract, owner, spender: addressOf(spender), amount }]
}

const item = ({ contract }: Parties, [from, to, id = 0n]: bigint[], amount = 1n): Effect[] => [
  {
    kind: 'item',
    contract,
    from: addressOf(from),
    to: addressOf(to),
    id,
    amount,
  },
]

const READERS: Record<string, (parties: Parties, words: bigint[]) => Effect[]> = {
  '0xa9059cbb': ({ member: from, contract }, [to, amount = 0n]) => [
    { kind: 'moved', contract, from, to: addressOf(to), amount },
  ],
  '0x23b872dd': ({ contract }, [from, to, amount = 0n]) => [
    {
      kind: 'moved',
      contract,
      from: addressOf(from),
      to: addressOf(to),
      amount,
    },
  ],
  '0x095ea7b3': allowance,
  '0x39509351': allowance,
  '0xa22cb465': ({ member: owner, contract }, [spender, flag = 0n]) => [
    {
      kind: 'operator',
      contract,
      owner,
      spender: addressOf(spender),
      isApproved: flag !== 0n,
    },
  ],
  '0xd505accf': ({ contract }, [owner, spender, amount = 0n]) => [
    {
      kind: 'allowance',
      contract,
      owner: addressOf(owner),
      spender: addressOf(spender),
      amount,
    },
  ],
  '0x87517c45': ({ member: owner }, [token, spender, amount = 0n]) => [
    {
      kind: 'allowance',
      contract: addressOf(token),
      owner,
      spender: addressOf(spender),
      amount,
    },
  ],
  '0x42842e0e': (parties, words) => item(parties, words),
  '0xb88d4fde': (parties, words) => item(parties, words),
  '0xf242432a': (parties, words) => item(parties, words, words[3]),
}
