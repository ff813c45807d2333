/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) for checking a spin anywhere, also where the browser has
 * no Web Crypto. The server draws with its platform's, so a check is never the same code again.
 */
const BLOCK = 64

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const K = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
/** And of the square roots of the first 8. */
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

/** Filled anew for every block; one is enough, because nothing here waits for anything. */
const W = new Int32Array(64)

export function sha256(message: Uint8Array): Uint8Array {
  return hashBlocks(padded(message, message.length))
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key
  const inner = padded(message, BLOCK + message.length, BLOCK)
  const outer = padded(new Uint8Array(32), BLOCK + 32, BLOCK)
  for (let at = 0; at < BLOCK; at += 1) {
    const byte = short[at] ?? 0
    inner[at] = byte ^ 0x36
    outer[at] = byte ^ 0x5c
  }
  outer.set(hashBlocks(inner), BLOCK)
  return hashBlocks(outer)
}

function hashBlocks(blocks: Uint8Array): Uint8Array {
  const state = new Int32Array(START)
  for (let at = 0; at < blocks.length; at += BLOCK) compress(state, blocks, at)
  const digest = new Uint8Array(32)
  for (let at = 0; at < 32; at += 1) digest[at] = word(state, at >> 2) >>> (24 - 8 * (at & 3))
  return digest
}

/** With room in front, the end marked, and its length in bits in the last eight bytes. */
function padded(message: Uint8Array, length: number, room = 0): Uint8Array {
  const blocks = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK)
  blocks.set(message, room)
  blocks[length] = 0x80
  for (let at = 0, bits = length * 8; bits > 0; at += 1, bits = Math.floor(bits / 256)) {
    blocks[blocks.length - 1 - at] = bits % 256
  }
  return blocks
}

function compress(state: Int32Array, bytes: Uint8Array, from: number): void {
  for (let i = 0, at = from; i < 16; i += 1, at += 4) {
    W[i] =
      (byte(bytes, at) << 24) |
      (byte(bytes, at + 1) << 16) |
      (byte(bytes, at + 2) << 8) |
      byte(bytes, at + 3)
  }
  for (let i = 16; i < 64; i += 1) {
    const w15 = word(W, i - 15)
    const w2 = word(W, i - 2)
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
    W[i] = (word(W, i - 16) + s0 + word(W, i - 7) + s1) | 0
  }
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  let f = word(state, 5)
  let g = word(state, 6)
  let h = word(state, 7)
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + word(K, i) + word(W, i)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = word(state, 0) + a
  state[1] = word(state, 1) + b
  state[2] = word(state, 2) + c
  state[3] = word(state, 3) + d
  state[4] = word(state, 4) + e
  state[5] = word(state, 5) + f
  state[6] = word(state, 6) + g
  state[7] = word(state, 7) + h
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}
