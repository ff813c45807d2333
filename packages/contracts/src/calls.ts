import { LOG_ANCHOR, REWARD_DISTRIBUTOR, SEND_RELAY } from './contracts.ts'

/**
 * The calls of our contracts, encoded here rather than by a library, so that the signer decides every
 * byte that it signs. The tests compare them with an independent encoder.
 */

type Hex = `0x${string}`

const POST_ROOT = '0x0efb75d9'
const CLAIM_MANY = '0x5210c364'
const CLAIMED = '0xc884ef83'
const POST_CHECKPOINT = '0x246339a4'

const RELAY = '0xf72dd020'

const ROOT_POSTED_TOPIC = '0xd42cf87b4a9a9e20b382a226cdc71f4718f4099c8b55d79a0916ccaf0e821800'
const CHECKPOINT_POSTED_TOPIC = '0x78e239cc903bba0ab65cc5c07115330e8630f2e18cc8fded2b4cd89ef6fa1a85'

const RELAYED_TOPIC = '0xbeee7d3ff5c7c76ca001cc6b49afb9a3a42627c88a9a64ab39dd0c55b1131f8d'

const WORD_BYTES = 32
const WORD_DIGITS = 64

const numberWord = (value: bigint | number): string => {
  const digits = value.toString(16)
  if (value < 0 || digits.length > WORD_DIGITS) throw new RangeError(`${value} is not a word`)
  return digits.padStart(WORD_DIGITS, '0')
}
const hashWord = (hash: Uint8Array): string => {
  if (hash.length !== WORD_BYTES) throw new RangeError('A hash has 32 bytes')
  return Buffer.from(hash).toString('hex')
}
function addressWord(address: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`${address} is not an address`)
  return address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')
}

export const deployLogAnchor = (): Hex => LOG_ANCHOR.bytecode
export const deployRelay = (): Hex => SEND_RELAY.bytecode
export const deployDistributor = (token: string): Hex =>
  `${REWARD_DISTRIBUTOR.bytecode}${addressWord(token)}`

export const postRoot = (number: number, root: Uint8Array): Hex =>
  `${POST_ROOT}${numberWord(number)}${hashWord(root)}`

export const postCheckpoint = (size: number, root: Uint8Array): Hex =>
  `${POST_CHECKPOINT}${numberWord(size)}${hashWord(root)}`

/** Returns the call that reads how much an account has claimed. */
export const readClaimed = (account: string): Hex => `${CLAIMED}${addressWord(account)}`

/** A send of tokens with the two signatures of its owner, of 65 bytes each. */
export type RelayedSend = {
  owner: string
  recipient: string
  token: string
  amount: bigint
  nonce: bigint
  deadline: bigint
  intent: Uint8Array
  permit: Uint8Array
}

export function relay(send: RelayedSend): Hex {
  const { owner, recipient, token, amount, nonce, deadline, intent, permit } = send
  const words = [
    ...[owner, recipient, token].map(addressWord),
    ...[amount, nonce, deadline].map(numberWord),
    ...[intent, permit].map(signatureWords),
  ]
  return `${RELAY}${words.join('')}`
}

/** A signature is r, s and v; the contract takes v first. */
function signatureWords(signature: Uint8Array): string {
  const v = signature[2 * WORD_BYTES]
  if (signature.length !== 2 * WORD_BYTES + 1 || v === undefined) {
    throw new RangeError('A signature has 65 bytes')
  }
  const r = hashWord(signature.subarray(0, WORD_BYTES))
  return `${numberWord(v)}${r}${hashWord(signature.subarray(WORD_BYTES, 2 * WORD_BYTES))}`
}

/** The proof is its hashes, one after another. */
export type Claim = { account: string; cumulative: bigint; proof: Uint8Array }

export function claimMany(claims: readonly Claim[]): Hex {
  const tuples = claims.map(claimTuple)
  // A list of values of unequal length begins with the place of each.
  const places: string[] = []
  let place = tuples.length * WORD_BYTES
  for (const tuple of tuples) {
    places.push(numberWord(place))
    place += tuple.length / 2
  }
  const list = [numberWord(tuples.length), ...places, ...tuples].join('')
  return `${CLAIM_MANY}${numberWord(WORD_BYTES)}${list}`
}

function claimTuple({ account, cumulative, proof }: Claim): string {
  if (proof.length % WORD_BYTES !== 0) throw new RangeError('A proof consists of hashes')
  const head = [addressWord(account), numberWord(cumulative), numberWord(3 * WORD_BYTES)]
  const hashes = [numberWord(proof.length / WORD_BYTES), Buffer.from(proof).toString('hex')]
  return [...head, ...hashes].join('')
}

type PostedLog = { address: string; topics: readonly string[]; data: string }

const isSame = (one: string | undefined, two: string): boolean =>
  one?.toLowerCase() === two.toLowerCase()

/** Returns whether a log says that the distributor has this root. */
export const isRootPosted = (
  log: PostedLog,
  of: { contract: string; number: number; root: Uint8Array },
): boolean =>
  isSame(log.address, of.contract) &&
  isSame(log.topics[0], ROOT_POSTED_TOPIC) &&
  isSame(log.topics[1], `0x${numberWord(of.number)}`) &&
  isSame(log.data, `0x${hashWord(of.root)}`)

/** Returns whether a log says that the relay executed the send of this owner and nonce. */
export const isRelayed = (
  log: PostedLog,
  of: { contract: string; owner: string; nonce: bigint },
): boolean =>
  isSame(log.address, of.contract) &&
  isSame(log.topics[0], RELAYED_TOPIC) &&
  isSame(log.topics[1], `0x${addressWord(of.owner)}`) &&
  isSame(log.topics[2], `0x${numberWord(of.nonce)}`)

/** Returns whether a log says that the anchor has this checkpoint. */
export const isCheckpointPosted = (
  log: PostedLog,
  of: { contract: string; size: number; root: Uint8Array },
): boolean =>
  isSame(log.address, of.contract) &&
  isSame(log.topics[0], CHECKPOINT_POSTED_TOPIC) &&
  isSame(log.topics[1], `0x${numberWord(of.size)}`) &&
  isSame(log.data, `0x${hashWord(of.root)}`)
