import { expect, test, vi } from 'vitest'
import { readExportFile } from './export-file.ts'
import { exportOpened } from './recovery.ts'

/** The same function in native code takes a sixth of the time; export-file.test.ts runs ours. */
vi.mock('@noble/hashes/scrypt.js', async () => {
  const { scryptSync } = await import('node:crypto')
  type Cost = { N: number; r: number; p: number; dkLen: number }
  const scryptAsync = async (typed: Uint8Array, salt: Uint8Array, { dkLen, ...cost }: Cost) =>
    new Uint8Array(scryptSync(typed, salt, dkLen, { ...cost, maxmem: 256 * cost.N * cost.r }))
  return { scryptAsync }
})

const PASSPHRASE = 'a long winter night'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

test.each([
  [12, 'test test test test test test test test test test test junk'],
  [15, undefined],
])(
  'exports a wallet that was opened with %i words',
  async (count, phrase) => {
    const words = phrase?.split(' ') ?? Array.from({ length: count }, () => 'test')

    const file = await exportOpened({ address: ADDRESS, privateKey: `0x${KEY}`, words }, PASSPHRASE)

    const read = await readExportFile(file, PASSPHRASE)
    expect(Buffer.from(read.privateKey).toString('hex')).toBe(KEY)
    expect(read.phrase).toBe(phrase)
  },
  60_000,
)
