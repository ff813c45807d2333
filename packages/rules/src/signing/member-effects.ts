import type { Effect } from './simulated-effects.ts'

/** A change of what a member has. `contract` is null for the coin, `id` is set for a collectible. */
export type Change = {
  contract: string | null
  id: bigint | null
  delta: bigint
  /** The addresses that receive what the member loses; empty for a gain. */
  recipients: string[]
}

/** Somebody may take assets of the member. */
export type Grant = {
  contract: string
  spender: string
  /** The amount of a token, one collectible, or every asset of the contract. */
  of: { kind: 'amount'; amount: bigint } | { kind: 'item'; id: bigint } | { kind: 'all' }
}

/** Adds up what changes for a member: losses first, then gains; what cancels out is left out. */
export function changesOf(effects: readonly Effect[], member: string): Change[] {
  const own = member.toLowerCase()
  const sums = new Map<string, Change>()
  for (const effect of effects) {
    if (effect.kind !== 'moved' && effect.kind !== 'item') continue
    const { contract, from, to, amount } = effect
    const id = effect.kind === 'item' ? effect.id : null
    const delta = (to === own ? amount : 0n) - (from === own ? amount : 0n)
    const key = `${contract} ${id}`
    const sum = sums.get(key) ?? { contract, id, delta: 0n, recipients: [] }
    const recipients = delta < 0n ? [...new Set([...sum.recipients, to])] : sum.recipients
    sums.set(key, { contract, id, delta: sum.delta + delta, recipients })
  }
  return [...sums.values()]
    .filter(({ delta }) => delta !== 0n)
    .map((change) => (change.delta > 0n ? { ...change, recipients: [] } : change))
    .toSorted((one, other) => Number(one.delta > 0n) - Number(other.delta > 0n))
}

/** Returns what others may take afterwards. The last event of each allowance counts. */
export function grantsOf(effects: readonly Effect[], member: string): Grant[] {
  const own = member.toLowerCase()
  const grants = new Map<string, Grant | undefined>()
  for (const effect of effects) {
    if (!('owner' in effect) || effect.owner !== own) continue
    const { kind, contract, spender } = effect
    const id = kind === 'item-allowance' ? effect.id : ''
    grants.set(`${kind} ${contract} ${kind === 'item-allowance' ? id : spender}`, grantOf(effect))
  }
  return [...grants.values()].filter((grant) => grant !== undefined)
}

function grantOf(effect: Extract<Effect, { owner: string }>): Grant | undefined {
  const { contract, spender } = effect
  switch (effect.kind) {
    case 'allowance':
      return effect.amount === 0n
        ? undefined
        : { contract, spender, of: { kind: 'amount', amount: effect.amount } }
    case 'item-allowance':
      return /^0x0{40}$/.test(spender)
        ? undefined
        : { contract, spender, of: { kind: 'item', id: effect.id } }
    case 'operator':
      return effect.isApproved ? { contract, spender, of: { kind: 'all' } } : undefined
  }
}
