import { checksumAddress, isSameAddress } from '#/address.ts'

/** A sign-in message of a site (EIP-4361). */
export type SignInMessage = {
  scheme: string | undefined
  /** The host that asks, with its port if it has one. */
  domain: string
  address: string
  statement: string | undefined
  uri: string
  chainId: number
  nonce: string
  issuedAtMs: number
  expiresAtMs: number | undefined
  notBeforeMs: number | undefined
  requestId: string | undefined
  /** Addresses that the member accepts or gives access to by signing. */
  resources: string[]
}

/**
 * The grammar of the standard. Every field has its line and its place, so that a text that only
 * resembles a sign-in is not one.
 */
const FORM = new RegExp(
  [
    '^(?:(?<scheme>[a-z][a-z0-9+.-]*)://)?(?<domain>[^\\s/?#@]+) wants you to sign in with your Ethereum account:',
    '(?<address>0x[0-9a-fA-F]{40})',
    '(?:\n(?<statement>[^\n]+))?',
    '',
    'URI: (?<uri>[a-z][a-z0-9+.-]*:\\S+)',
    'Version: 1',
    'Chain ID: (?<chain>[1-9]\\d{0,14})',
    'Nonce: (?<nonce>[a-zA-Z0-9]{8,})',
    'Issued At: (?<issued>\\S+)(?:\nExpiration Time: (?<expires>\\S+))?(?:\nNot Before: (?<notBefore>\\S+))?(?:\nRequest ID: (?<request>\\S*))?(?:\nResources:(?<resources>(?:\n- \\S+)*))?$',
  ].join('\n'),
)
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
const MAX_LENGTH = 4096

/** Returns undefined for any text that does not follow the standard exactly. */
export function parseSignIn(text: string): SignInMessage | undefined {
  const found = text.length > MAX_LENGTH ? null : FORM.exec(text)
  if (!found?.groups) return undefined
  const { scheme, domain, address, statement, uri, chain, nonce, ...rest } = found.groups
  const issuedAtMs = readTime(rest['issued'])
  const expiresAtMs = readTime(rest['expires'])
  const notBeforeMs = readTime(rest['notBefore'])
  const isTimed = [issuedAtMs, expiresAtMs, notBeforeMs].every((time) => !Number.isNaN(time))
  if (!domain || !address || !uri || !nonce || issuedAtMs === undefined || !isTimed) {
    return undefined
  }
  // The standard requires the checksum; a wrong one shows a changed letter.
  if (checksumAddress(address) !== address) return undefined
  const read = { scheme, domain, address, statement, uri, chainId: Number(chain), nonce }
  const [, ...resources] = (rest['resources'] ?? '').split('\n- ')
  return { ...read, issuedAtMs, expiresAtMs, notBeforeMs, requestId: rest['request'], resources }
}

/** Returns NaN for a text that is not a time. */
function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN
}

export type SignInProblem =
  | 'not-sign-in'
  | 'foreign-domain'
  | 'foreign-account'
  | 'foreign-network'
  | 'expired'

/** The clocks of a site and of a phone differ by this much at most. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * Checks a sign-in against the connected site. A message that names another domain signs the member
 * in somewhere else, which is how sign-ins are stolen.
 */
export function checkSignIn(
  text: string,
  expected: { siteUrl: string; address: string; chainIds: readonly number[]; nowMs: number },
): { kind: 'sign-in'; message: SignInMessage } | { kind: 'refused'; why: SignInProblem } {
  const refused = (why: SignInProblem) => ({ kind: 'refused', why }) as const
  const message = parseSignIn(text)
  if (!message) return refused('not-sign-in')
  if (!isOwnDomain(message, expected.siteUrl)) return refused('foreign-domain')
  if (!isSameAddress(message.address, expected.address)) return refused('foreign-account')
  if (!expected.chainIds.includes(message.chainId)) return refused('foreign-network')
  return isCurrent(message, expected.nowMs) ? { kind: 'sign-in', message } : refused('expired')
}

function isOwnDomain({ scheme, domain, uri }: SignInMessage, siteUrl: string): boolean {
  const site = originOf(siteUrl)
  const target = originOf(uri)
  return (
    site !== undefined &&
    domain.toLowerCase() === site.host &&
    target?.host === site.host &&
    target.scheme === site.scheme &&
    (scheme ?? site.scheme) === site.scheme
  )
}

function isCurrent({ issuedAtMs, expiresAtMs, notBeforeMs }: SignInMessage, nowMs: number) {
  return (
    issuedAtMs <= nowMs + CLOCK_TOLERANCE_MS &&
    (notBeforeMs ?? 0) <= nowMs + CLOCK_TOLERANCE_MS &&
    (expiresAtMs ?? Infinity) > nowMs
  )
}

const ORIGIN = /^(?<scheme>https?):\/\/(?<host>[a-z0-9.-]+(?::\d{1,5})?)(?:[/?#].*)?$/i
const DEFAULT_PORTS = { http: ':80', https: ':443' }

/**
 * Returns scheme and host of a web address; the host is in ASCII. Addresses with a user name are
 * not accepted, because people read its beginning as the host.
 */
export function originOf(url: string): { scheme: 'http' | 'https'; host: string } | undefined {
  const found = ORIGIN.exec(url)?.groups
  const scheme = found?.['scheme']?.toLowerCase()
  if (!found?.['host'] || (scheme !== 'http' && scheme !== 'https')) return undefined
  const host = found['host'].toLowerCase()
  const port = DEFAULT_PORTS[scheme]
  return { scheme, host: host.endsWith(port) ? host.slice(0, -port.length) : host }
}
