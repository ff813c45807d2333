import { siteHost } from '@solstice/rules/connection/site'
import type { AskedNamespace, AskedNamespaces } from '@solstice/rules/connection/proposal'
import type { SiteRequest } from '@solstice/rules/connection/request'
import { cleanUntrustedText } from '@solstice/rules/untrusted-text'
import type { Site } from './record.ts'

/** The tags and lifetimes of the protocol's messages, in seconds. */
export const PUBLISH = {
  proposalReply: { ttl: 300, tag: 1101 },
  proposalRefusal: { ttl: 300, tag: 1120 },
  settle: { ttl: 300, tag: 1102 },
  requestReply: { ttl: 300, tag: 1109 },
  disconnect: { ttl: 86_400, tag: 1112 },
  disconnectReply: { ttl: 86_400, tag: 1113 },
  pingReply: { ttl: 86_400, tag: 1115 },
} as const

export type Incoming =
  | { kind: 'proposal'; id: number; proposal: Proposal }
  | { kind: 'request'; request: SiteRequest }
  | { kind: 'ping'; id: number }
  | { kind: 'disconnect'; id: number }
  /** The reply to a message of this wallet. */
  | { kind: 'reply'; id: number; isError: boolean }

export type Proposal = {
  publicKey: string
  /** Undefined if the address of the site is not one that a wallet may trust. */
  site: Site | undefined
  required: AskedNamespaces
  optional: AskedNamespaces
  expiresAtMs: number
}

const NAME_MAX = 60
const PUBLIC_KEY = /^[0-9a-f]{64}$/
const PROPOSAL_TTL_MS = 5 * 60_000

/** Returns a new id, which begins with the time as the protocol demands. */
export function newMessageId(nowMs: number): number {
  return nowMs * 1000 + Math.floor(Math.random() * 1000)
}

/** Parses an opened message; undefined for anything that is not understood. */
export function readIncoming(payload: unknown, nowMs: number): Incoming | undefined {
  const { id, method, params, error } = fields(payload)
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined
  switch (method) {
    case undefined:
      return { kind: 'reply', id, isError: error !== undefined }
    case 'wc_sessionPropose': {
      const proposal = readProposal(fields(params), nowMs)
      return proposal && { kind: 'proposal', id, proposal }
    }
    case 'wc_sessionRequest': {
      const { chainId, request } = fields(params)
      const asked = fields(request)
      if (typeof chainId !== 'string' || typeof asked['method'] !== 'string') return undefined
      const expiresAtMs = secondsToMs(asked['expiryTimestamp'])
      const content = { chain: chainId, method: asked['method'], params: asked['params'] }
      return { kind: 'request', request: { id, ...content, expiresAtMs } }
    }
    case 'wc_sessionPing':
      return { kind: 'ping', id }
    case 'wc_sessionDelete':
      return { kind: 'disconnect', id }
    default:
      return undefined
  }
}

function readProposal(params: Fields, nowMs: number): Proposal | undefined {
  const { publicKey, metadata } = fields(params['proposer'])
  if (typeof publicKey !== 'string' || !PUBLIC_KEY.test(publicKey)) return undefined
  return {
    publicKey,
    site: readSite(fields(metadata)),
    required: readNamespaces(params['requiredNamespaces']),
    optional: readNamespaces(params['optionalNamespaces']),
    expiresAtMs: Math.min(
      secondsToMs(params['expiryTimestamp']) ?? Infinity,
      nowMs + PROPOSAL_TTL_MS,
    ),
  }
}

function readSite({ name, url }: Fields): Site | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  // The parser writes names outside ASCII in punycode, as the rules expect them.
  const { href } = new URL(url)
  const host = siteHost(href)
  const shown = typeof name === 'string' ? cleanUntrustedText(name, NAME_MAX) : ''
  return host === undefined ? undefined : { name: shown || host, url: href, host }
}

function readNamespaces(asked: unknown): AskedNamespaces {
  return Object.fromEntries(
    Object.entries(fields(asked)).map(([key, namespace]) => [
      key,
      readNamespace(fields(namespace)),
    ]),
  )
}

function readNamespace({ chains, methods, events }: Fields): AskedNamespace {
  const named = { methods: texts(methods), events: texts(events) }
  return chains === undefined ? named : { chains: texts(chains), ...named }
}

type Fields = Readonly<Record<string, unknown>>

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const texts = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []

const secondsToMs = (seconds: unknown) => (typeof seconds === 'number' ? seconds * 1000 : undefined)
