import { base64 } from '@scure/base'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { equal, type Sha256 } from './merkle.ts'

/** Signed notes and checkpoints as C2SP specifies them, with Ed25519. */
const ED25519 = 0x01
const KEY_ID_BYTES = 4
const SIGNATURE_LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

export type Checkpoint = { origin: string; size: number; root: Uint8Array }

/** The public key of a log, with its name. */
export type VerifierKey = { name: string; publicKey: Uint8Array }

/** The private key of a log. */
export type NoteSigner = {
  publicKey: Uint8Array
  sign: (message: Uint8Array) => Uint8Array
}

export type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean

function keyId(sha256: Sha256, { name, publicKey }: VerifierKey): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(ED25519), publicKey)).slice(
    0,
    KEY_ID_BYTES,
  )
}

/** Returns `name+5f3c1a2b+AQ…`, the form in which a verifier is told the key. */
export function verifierKeyText(sha256: Sha256, key: VerifierKey): string {
  const id = bytesToHex(keyId(sha256, key))
  return `${key.name}+${id}+${base64.encode(concatBytes(Uint8Array.of(ED25519), key.publicKey))}`
}

/** Parses the text of a key; undefined if it is not an Ed25519 key or its id is wrong. */
export function parseVerifierKey(sha256: Sha256, text: string): VerifierKey | undefined {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text)
  const material = match?.[3] === undefined ? undefined : bytesOfBase64(match[3])
  if (match?.[1] === undefined || material?.length !== 33 || material[0] !== ED25519) {
    return undefined
  }
  const key = { name: match[1], publicKey: material.slice(1) }
  return verifierKeyText(sha256, key) === text ? key : undefined
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64.encode(root)}\n`
}

/** Signs a checkpoint; the name of the key is the origin of the log. */
export function signCheckpoint(sha256: Sha256, checkpoint: Checkpoint, signer: NoteSigner): string {
  return signNote(sha256, checkpointText(checkpoint), { ...signer, name: checkpoint.origin })
}

/** Signs a text that ends with a line break. */
export function signNote(
  sha256: Sha256,
  text: string,
  signer: NoteSigner & { name: string },
): string {
  const signature = concatBytes(keyId(sha256, signer), signer.sign(utf8ToBytes(text)))
  return `${text}\n— ${signer.name} ${base64.encode(signature)}\n`
}

/**
 * Returns the checkpoint of a note that the key signed; undefined if no signature of the key is
 * valid.
 */
export function openCheckpoint(
  sha256: Sha256,
  note: string,
  key: VerifierKey,
  verify: Verify,
): Checkpoint | undefined {
  const text = openNote(sha256, note, key, verify)
  return text === undefined ? undefined : parseCheckpoint(text, key.name)
}

/**
 * Returns the text of a note that the key signed; undefined if no signature of the key is valid.
 * Signatures of other keys, such as those of witnesses, are ignored.
 */
export function openNote(
  sha256: Sha256,
  note: string,
  key: VerifierKey,
  verify: Verify,
): string | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return undefined
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  const id = keyId(sha256, key)
  const ours = lines.flatMap((line) => {
    const [, name, signature] = SIGNATURE_LINE.exec(line) ?? []
    if (name !== key.name || signature === undefined) return []
    const bytes = bytesOfBase64(signature)
    return bytes && equal(bytes.slice(0, KEY_ID_BYTES), id) ? [bytes.slice(KEY_ID_BYTES)] : []
  })
  const message = utf8ToBytes(text)
  const isSigned = ours.length > 0 && ours.every((each) => verify(each, message, key.publicKey))
  return isSigned ? text : undefined
}

function parseCheckpoint(text: string, origin: string): Checkpoint | undefined {
  const [name, size = '', root = ''] = text.split('\n')
  const bytes = bytesOfBase64(root)
  if (name !== origin || !/^(0|[1-9]\d{0,15})$/.test(size) || bytes?.length !== 32) return undefined
  return { origin, size: Number(size), root: bytes }
}

/** Decodes base64; undefined if the text is something else. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
