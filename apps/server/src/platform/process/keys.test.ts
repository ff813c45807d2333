import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keysFrom, isEqualConstantTime, secretFromFolder } from './keys.ts'

describe('a keyed fingerprint', () => {
  test('is the same for the same secret, purpose and text, also after a restart', () => {
    const before = keysFrom('s'.repeat(32)).mac('session', 'text')
    const after = keysFrom('s'.repeat(32)).mac('session', 'text')

    expect(after).toBe(before)
    expect(before).toMatch(/^[\w-]{43}$/)
  })

  test('differs if secret, purpose or text differ', () => {
    const keys = keysFrom('s'.repeat(32))

    const macs = [
      keys.mac('session', 'text'),
      keys.mac('session', 'texT'),
      keys.mac('session', ''),
      keys.mac('complete-code', 'text'),
      keys.mac('verification-code', 'text'),
      keysFrom('t'.repeat(32)).mac('session', 'text'),
    ]

    expect(new Set(macs).size).toBe(macs.length)
  })
})

describe('sameText', () => {
  test.each([
    ['', '', true],
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['é', 'e', false],
    ['é', 'ab', false],
  ])('compares %j and %j', (left, right, same) => {
    expect(isEqualConstantTime(left, right)).toBe(same)
  })
})

describe('the secret of a data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solstice-keys-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('is created once and stored', async () => {
    const first = await secretFromFolder(folder, 'session-key')
    const again = await secretFromFolder(folder, 'session-key')

    expect(again).toBe(first)
    expect(Buffer.from(first, 'base64url')).toHaveLength(32)
  })

  test('is unique for each name and each folder', async () => {
    const session = await secretFromFolder(folder, 'session-key')
    const other = await secretFromFolder(folder, 'other-key')
    const elsewhere = await secretFromFolder(join(folder, 'elsewhere'), 'session-key')

    expect(new Set([session, other, elsewhere]).size).toBe(3)
  })

  test('can be read by its owner only', async () => {
    await secretFromFolder(folder, 'session-key')
    const path = join(folder, 'secrets', 'session-key')

    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700)
    expect(await readFile(path, 'utf8')).not.toBe('')
  })

  test('is the same for all concurrent requests', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 10 }, () => secretFromFolder(folder, 'session-key')),
    )

    expect(new Set(secrets).size).toBe(1)
  })
})
