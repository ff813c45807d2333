/** Keccak-256 as Ethereum uses it. Small and slow: for addresses and short messages only. */
export function keccak256(message: Uint8Array): Uint8Array {
  const state = Array.from({ length: 25 }, () => 0n)
  const padded = pad(message)
  for (let at = 0; at < padded.length; at += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane += 1) {
      state[lane] = (state[lane] ?? 0n) ^ readLane(padded, at + 8 * lane)
    }
    permute(state)
  }
  const digest = new Uint8Array(32)
  for (let at = 0; at < 32; at += 1) {
    digest[at] = Number(((state[at >> 3] ?? 0n) >> BigInt(8 * (at & 7))) & 0xffn)
  }
  return digest
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const RATE_BYTES = 136
const LANE = (1n << 64n) - 1n
const ROUNDS = 24

/** A one, zeros and a one: the padding of Keccak before it became SHA-3. */
function pad(message: Uint8Array): Uint8Array {
  const length = (Math.floor(message.length / RATE_BYTES) + 1) * RATE_BYTES
  const padded = new Uint8Array(length)
  padded.set(message)
  padded[message.length] = 0x01
  padded[length - 1] = (padded[length - 1] ?? 0) | 0x80
  return padded
}

function readLane(bytes: Uint8Array, from: number): bigint {
  let lane = 0n
  for (let at = 7; at >= 0; at -= 1) lane = (lane << 8n) | BigInt(bytes[from + at] ?? 0)
  return lane
}

const rotate = (lane: bigint, by: bigint): bigint =>
  by === 0n ? lane : ((lane << by) | (lane >> (64n - by))) & LANE

/** The constants of iota come from a shift register, those of rho and pi from a walk over the lanes. */
const ROUND_CONSTANTS = roundConstants()
const WALK = walk()

function roundConstants(): bigint[] {
  const constants: bigint[] = []
  let register = 1
  for (let round = 0; round < ROUNDS; round += 1) {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << BigInt((1 << bit) - 1)
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0)
    }
    constants.push(constant)
  }
  return constants
}

function walk(): { from: number; to: number; by: bigint }[] {
  const steps = []
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step += 1) {
    const [nextX, nextY] = [y, (2 * x + 3 * y) % 5]
    steps.push({
      from: x + 5 * y,
      to: nextX + 5 * nextY,
      by: BigInt((((step + 1) * (step + 2)) / 2) % 64),
    })
    ;[x, y] = [nextX, nextY]
  }
  return steps
}

function permute(state: bigint[]): void {
  const lane = (at: number): bigint => state[at] ?? 0n
  for (const constant of ROUND_CONSTANTS) {
    const parity = [0, 1, 2, 3, 4].map(
      (x) => lane(x) ^ lane(x + 5) ^ lane(x + 10) ^ lane(x + 15) ^ lane(x + 20),
    )
    for (let at = 0; at < 25; at += 1) {
      const x = at % 5
      state[at] = lane(at) ^ (parity[(x + 4) % 5] ?? 0n) ^ rotate(parity[(x + 1) % 5] ?? 0n, 1n)
    }
    const moved = [...state]
    for (const { from, to, by } of WALK) moved[to] = rotate(lane(from), by)
    for (let at = 0; at < 25; at += 1) {
      const row = at - (at % 5)
      const next = moved[row + ((at + 1) % 5)] ?? 0n
      const afterNext = moved[row + ((at + 2) % 5)] ?? 0n
      state[at] = (moved[at] ?? 0n) ^ (~next & LANE & afterNext)
    }
    state[0] = lane(0) ^ constant
  }
}
