import { originOf } from './sign-in.ts'

/** Letters and pairs that look like other Latin letters, and the letters that they imitate. */
const IMITATIONS: readonly (readonly [imitation: string, letter: string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
  ['5', 's'],
  ['а', 'a'],
  ['ɑ', 'a'],
  ['α', 'a'],
  ['с', 'c'],
  ['ϲ', 'c'],
  ['ԁ', 'd'],
  ['е', 'e'],
  ['ё', 'e'],
  ['ɡ', 'g'],
  ['һ', 'h'],
  ['і', 'l'],
  ['ı', 'l'],
  ['ӏ', 'l'],
  ['ι', 'l'],
  ['ј', 'j'],
  ['κ', 'k'],
  ['к', 'k'],
  ['м', 'm'],
  ['п', 'n'],
  ['ո', 'n'],
  ['о', 'o'],
  ['ο', 'o'],
  ['օ', 'o'],
  ['р', 'p'],
  ['ρ', 'p'],
  ['ѕ', 's'],
  ['т', 't'],
  ['τ', 't'],
  ['υ', 'u'],
  ['ս', 'u'],
  ['ν', 'v'],
  ['ѵ', 'v'],
  ['ԝ', 'w'],
  ['х', 'x'],
  ['χ', 'x'],
  ['у', 'y'],
  ['γ', 'y'],
]

/** The longest name that DNS allows, with a port; a longer one only fills the screen. */
const HOST_MAX = 259

/** Returns the host of a site; undefined if its address is not one that a wallet may trust. */
export function siteHost(url: string): string | undefined {
  const origin = originOf(url)
  if (!origin || origin.host.length > HOST_MAX) return undefined
  const isLocal = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(origin.host)
  return origin.scheme === 'https' || isLocal ? origin.host : undefined
}

export type SiteWarning =
  | { kind: 'look-alike'; known: string }
  /** The name contains letters outside ASCII, which may look like others. */
  | { kind: 'foreign-letters' }

/**
 * Compares a host with the sites that the member and the programme know. A known site and its
 * subdomains are not warned about.
 */
export function warnAboutSite(host: string, known: readonly string[]): SiteWarning | undefined {
  const own = plain(host)
  const others = known.map(plain).filter((each) => each !== '')
  if (others.some((each) => own === each || own.endsWith(`.${each}`))) return undefined
  const imitated = others.find(
    (each) => imitates(own, each) || parentsOf(each).some((parent) => imitatesParent(own, parent)),
  )
  if (imitated !== undefined) return { kind: 'look-alike', known: imitated }
  return own.split('.').some((label) => label.startsWith('xn--'))
    ? { kind: 'foreign-letters' }
    : undefined
}

/** Ports, a leading `www.` and a final dot do not distinguish sites for a reader. */
function plain(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^www\./, '')
}

/** Numbers are addresses; they resemble each other without imitating. */
const NUMERIC = /^[\d.]+$/
/** Shorter names differ by a letter by chance. */
const MIN_COMPARED = 5
const MIN_FOR_TWO_EDITS = 12

function imitates(own: string, known: string): boolean {
  if (NUMERIC.test(own) || NUMERIC.test(known)) return false
  if (skeleton(own) === skeleton(known)) return true
  if (known.length < MIN_COMPARED) return false
  // "known.com.example.org" and "known-com.example.org" begin like the known site.
  if (own.startsWith(`${known}.`) || own.startsWith(`${known.replaceAll('.', '-')}.`)) return true
  return isNear(readable(own), known) || isSameNameElsewhere(own, known)
}

/** "solstice.example" for "app.solstice.example", because a fake site rarely copies the subdomain. */
function parentsOf(known: string): string[] {
  const [, ...rest] = known.split('.')
  return rest.length >= 2 && !NUMERIC.test(known) ? [rest.join('.')] : []
}

function imitatesParent(own: string, parent: string): boolean {
  return own !== parent && !own.endsWith(`.${parent}`) && imitates(own, parent)
}

/** The same name under another ending, such as "solstice.co" for "solstice.com". */
function isSameNameElsewhere(own: string, known: string): boolean {
  const [name = '', ...ending] = readable(own).split('.')
  const [knownName = '', ...knownEnding] = known.split('.')
  return (
    name.length >= MIN_COMPARED &&
    ending.length === 1 &&
    knownEnding.length === 1 &&
    skeletonOf(name) === skeletonOf(knownName)
  )
}

function isNear(own: string, known: string): boolean {
  const limit = known.length >= MIN_FOR_TWO_EDITS ? 2 : 1
  return Math.abs(own.length - known.length) <= limit && editDistance(own, known) <= limit
}

const skeleton = (host: string) => skeletonOf(readable(host))

/** Replaces every imitation, so that names that look the same become equal. */
function skeletonOf(name: string): string {
  return IMITATIONS.reduce((text, [from, to]) => text.replaceAll(from, to), name)
}

/** Returns the letters that a reader sees instead of punycode. */
export function readable(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (fromPunycode(label.slice(4)) ?? label) : label))
    .join('.')
}

/** Counts insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(one: string, other: string): number {
  const width = other.length + 1
  let before: number[] = []
  let previous = Array.from({ length: width }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let at = 1; at < width; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwap =
        row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      current[at] = Math.min(
        (previous[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (previous[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[at - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = previous
    previous = current
  }
  return previous[other.length] ?? 0
}

const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700]

/** Decodes a label (RFC 3492); undefined if it is not valid. */
function fromPunycode(label: string): string | undefined {
  const split = label.lastIndexOf('-')
  const output = Array.from(split > 0 ? label.slice(0, split) : '')
  const digits = label.slice(split + 1)
  let [code, index, bias, at] = [128, 0, 72, 0]
  while (at < digits.length) {
    const start = index
    for (let weight = 1, step = BASE; ; step += BASE) {
      const digit = Number.parseInt(digits[at] ?? '', BASE)
      if (Number.isNaN(digit)) return undefined
      // RFC 3492 counts letters from 0 and digits from 26, unlike `parseInt`.
      const value = digit < 10 ? digit + 26 : digit - 10
      at += 1
      index += value * weight
      const threshold = Math.min(Math.max(step - bias, T_MIN), T_MAX)
      if (value < threshold) break
      weight *= BASE - threshold
    }
    const size = output.length + 1
    bias = adapted(index - start, size, start === 0)
    code += Math.floor(index / size)
    index %= size
    if (code > 0x10_ff_ff) return undefined
    output.splice(index, 0, String.fromCodePoint(code))
    index += 1
  }
  return output.join('')
}

function adapted(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / size)
  let bias = 0
  while (rest > Math.floor(((BASE - T_MIN) * T_MAX) / 2)) {
    rest = Math.floor(rest / (BASE - T_MIN))
    bias += BASE
  }
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
