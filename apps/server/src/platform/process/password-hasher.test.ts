import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { argon2idHasher } from './password-hasher.ts'

const cheap = argon2idHasher({ memoryKib: 64, passes: 1, lanes: 1 })

describe('a password hash', () => {
  test('is argon2id in PHC form at the cost that OWASP recommends', async () => {
    const hash = await argon2idHasher().hash('Abcdef1!')

    expect(hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    )
  })

  test('matches its password and no other', async () => {
    const hash = await cheap.hash('Abcdef1!')

    expect(await cheap.verify(hash, 'Abcdef1!')).toBe(true)
    for (const wrong of ['abcdef1!', 'Abcdef1', 'Abcdef1!!', ' Abcdef1!', '', 'Abcdef1!\u0000']) {
      expect(await cheap.verify(hash, wrong)).toBe(false)
    }
  })

  test('differs each time, because the salt does', async () => {
    const hashes = await Promise.all(Array.from({ length: 10 }, () => cheap.hash('Abcdef1!')))

    expect(new Set(hashes).size).toBe(10)
  })

  test('is verified at the cost it was created with, so that the cost can be raised', async () => {
    const old = await cheap.hash('Abcdef1!')
    const raised = argon2idHasher({ memoryKib: 128, passes: 2, lanes: 1 })

    expect(await raised.verify(old, 'Abcdef1!')).toBe(true)
  })

  test('does not depend on how a keyboard composes a letter', async () => {
    const hash = await cheap.hash('caf\u00e9')

    expect(await cheap.verify(hash, 'cafe\u0301')).toBe(true)
  })

  test.each([
    '',
    'plain text',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=64,t=1,p=1$AA$AA',
  ])('throws if it is malformed, instead of reporting a wrong password: %j', async (stored) => {
    await expect(cheap.verify(stored, 'Abcdef1!')).rejects.toThrow(/PHC/)
  })
})

describe('the decoy hash for an unknown address', () => {
  test('never matches', async () => {
    for (const password of ['', 'Abcdef1!', '\u0000'.repeat(16)]) {
      expect(await cheap.verify(cheap.decoyHash, password)).toBe(false)
    }
  })

  test('costs as much as a real hash', async () => {
    const hasher = argon2idHasher()
    const costOf = (hash: string) => hash.split('$').slice(0, 4)

    expect(costOf(hasher.decoyHash)).toEqual(costOf(await hasher.hash('Abcdef1!')))
  })
})

describe('argon2id', () => {
  // From the tests of the reference implementation (phc-winner-argon2).
  test.each([
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ])('agrees with the reference implementation: %s', async (hash) => {
    expect(await cheap.verify(hash, 'password')).toBe(true)
    expect(await cheap.verify(hash, 'passwore')).toBe(false)
  })

  test('returns the tag of RFC 9106, section 5.3, in this runtime', () => {
    const tag = argon2Sync('argon2id', {
      message: Buffer.alloc(32, 0x01),
      nonce: Buffer.alloc(16, 0x02),
      secret: Buffer.alloc(8, 0x03),
      associatedData: Buffer.alloc(12, 0x04),
      memory: 32,
      passes: 3,
      parallelism: 4,
      tagLength: 32,
    })

    expect(tag.toString('hex')).toBe(
      '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659',
    )
  })
})
