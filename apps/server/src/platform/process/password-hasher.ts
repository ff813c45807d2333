import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  verify: (hash: string, password: string) => Promise<boolean>
  /** Replaces the hash of an unknown address, so that its login takes the same time. */
  decoyHash: string
}

type Cost = { memoryKib: number; passes: number; lanes: number }

/** The first recommendation of OWASP for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 }
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

export function argon2idHasher(cost: Cost = COST): PasswordHasher {
  return {
    hash: async (password) => {
      const salt = randomBytes(16)
      return phcText(cost, salt, await derive(password, salt, cost))
    },
    verify: async (hash, password) => {
      const match = PHC.exec(hash)
      if (!match) throw new Error('A stored password hash is not in PHC form')
      const [, memoryKib, passes, lanes, salt = '', tag = ''] = match
      const hashed = { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) }
      const derived = await derive(password, Buffer.from(salt, 'base64'), hashed)
      return timingSafeEqual(derived, Buffer.from(tag, 'base64'))
    },
    decoyHash: phcText(cost, Buffer.alloc(16), Buffer.alloc(TAG_BYTES)),
  }
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const parameters = {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.lanes,
    tagLength: TAG_BYTES,
  }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

function phcText(cost: Cost, salt: Buffer, tag: Buffer): string {
  const parameters = `m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
