/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) for checking a spin anywhere, also where the browser has
 * no Web Crypto. The server draws with its platform's, so a check is never the same code again.
 */
const BLOCK = 64

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
const K = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
/** And of the square roots of the first 8. */
const START = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

export function sha256(message: Uint8Array): Uint8Array {
  const padded = pad(message)
  const state = Uint32Array.from(START)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, words, padded, at)
  const digest = new Uint8Array(32)
  const view = new DataView(digest.buffer)
  state.forEach((word, at) => view.setUint32(at * 4, word))
  return digest
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padKey = (byte: number) => {
    const block = new Uint8Array(BLOCK).fill(byte)
    const short = key.length > BLOCK ? sha256(key) : key
    short.forEach((value, at) => (block[at] = value ^ byte))
    return block
  }
  return sha256(joined(padKey(0x5c), sha256(joined(padKey(0x36), message))))
}

function compress(state: Uint32Array, w: Uint32Array, bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer, at, BLOCK)
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(i * 4)
  for (let i = 16; i < 64; i += 1) {
    const w15 = read(w, i - 15)
    const w2 = read(w, i - 2)
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
    w[i] = (read(w, i - 16) + s0 + read(w, i - 7) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + read(K, i) + read(w, i)) | 0
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
  const after = [a, b, c, d, e, f, g, h]
  after.forEach((value, i) => (state[i] = read(state, i) + value))
}

function pad(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK
  const padded = new Uint8Array(length)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(length - 4, message.length * 8)
  return padded
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function read(words: Uint32Array, at: number): number {
  return words[at] ?? 0
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32)
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}
