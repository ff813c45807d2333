import { shownNames } from './names.ts'

/** The calls that a connected site may make. */
export const SITE_METHODS = [
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
] as const
export type SiteMethod = (typeof SITE_METHODS)[number]

const SITE_EVENTS = ['accountsChanged', 'chainChanged']

export type PairingUri = { topic: string; symKey: string }
export type PairingProblem = 'invalid' | 'old-version' | 'expired'

const PAIRING = /^wc:([0-9a-f]{64})@(\d+)\?(.+)$/
const OLD_PAIRING = /^wc:[^@\s]+@1\?/
const SYM_KEY = /^[0-9a-f]{64}$/

/** Parses the code that a site shows. */
export function parsePairingUri(
  text: string,
  nowMs: number,
): ({ kind: 'pairing' } & PairingUri) | { kind: 'refused'; why: PairingProblem } {
  const refused = (why: PairingProblem) => ({ kind: 'refused', why }) as const
  const trimmed = text.trim()
  if (OLD_PAIRING.test(trimmed)) return refused('old-version')
  const [, topic, version, query = ''] = PAIRING.exec(trimmed) ?? []
  const values = new Map(
    query
      .split('&')
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  )
  const symKey = values.get('symKey') ?? ''
  if (!topic || version !== '2' || !SYM_KEY.test(symKey)) return refused('invalid')
  if (values.get('relay-protocol') !== 'irn') return refused('invalid')
  const expiry = values.get('expiryTimestamp')
  if (expiry !== undefined && !(Number(expiry) * 1000 > nowMs)) return refused('expired')
  return { kind: 'pairing', topic, symKey }
}

export type AskedNamespace = {
  chains?: readonly string[] | undefined
  methods: readonly string[]
  events: readonly string[]
}
export type AskedNamespaces = Readonly<Record<string, AskedNamespace>>

export type ProposalProblem = 'expired' | 'network' | 'method'

/** The part of a proposal that the wallet offers to accept. */
export type Offer = {
  kind: 'offer'
  chainIds: number[]
  methods: SiteMethod[]
  events: string[]
  /** Optional parts that the wallet leaves out, for display. */
  without: { chains: string[]; methods: string[] }
}

/**
 * Decides about a proposal. A required network or method that the wallet does not serve refuses all
 * of it; an optional one is left out.
 */
export function decideProposal({
  required,
  optional,
  networks,
  expiresAtMs,
  nowMs,
}: {
  required: AskedNamespaces
  optional: AskedNamespaces
  networks: readonly number[]
  expiresAtMs: number
  nowMs: number
}): Offer | { kind: 'refused'; why: ProposalProblem; names: string[] } {
  if (expiresAtMs <= nowMs) return refusedFor('expired', [])
  const needed = gather(Object.entries(required))
  const asked = gather([...Object.entries(required), ...Object.entries(optional)])
  const isListed = (chain: string) => networks.some((id) => chain === `eip155:${id}`)
  const isServed = (method: string) => (SITE_METHODS as readonly string[]).includes(method)

  const foreign = needed.chains.filter((chain) => !isListed(chain))
  if (foreign.length > 0) return refusedFor('network', foreign)
  const barred = needed.methods.filter((method) => !isServed(method))
  if (barred.length > 0) return refusedFor('method', barred)

  const chainIds = networks.filter((id) => asked.chains.includes(`eip155:${id}`))
  if (chainIds.length === 0) return refusedFor('network', asked.chains)
  const methods = SITE_METHODS.filter((method) => asked.methods.includes(method))
  if (methods.length === 0) return refusedFor('method', asked.methods)
  return {
    kind: 'offer',
    chainIds,
    methods,
    events: SITE_EVENTS.filter((event) => asked.events.includes(event)),
    without: {
      chains: shownNames(asked.chains.filter((chain) => !isListed(chain))),
      methods: shownNames(asked.methods.filter((method) => !isServed(method))),
    },
  }
}

const refusedFor = (why: ProposalProblem, names: readonly string[]) =>
  ({ kind: 'refused', why, names: shownNames(names) }) as const

type Named = readonly [key: string, asked: AskedNamespace]

/** A namespace is a family of chains with a list, or one chain, as in "eip155:1". */
function gather(asked: readonly Named[]) {
  const unique = (names: readonly string[]) => [...new Set(names)]
  return {
    chains: unique(
      asked.flatMap(([key, each]) => (key.includes(':') ? [key] : (each.chains ?? [key]))),
    ),
    methods: unique(asked.flatMap(([, each]) => each.methods)),
    events: unique(asked.flatMap(([, each]) => each.events)),
  }
}
