import { createPublicKey } from 'node:crypto'
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js'
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js'
import { RFC9162 } from '@transmute/rfc9162'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { sampleLog } from './sample-log.ts'

const SIZE = 300
const log = sampleLog(
  Array.from({ length: SIZE }, (_, at) => ({
    memberId: 1 + (at % 7),
    accounts: [{ asset: 'XP', amount: BigInt(at) }],
  })),
)
const root = log.root(SIZE)
const envelope = log.checkpoint(SIZE)
const entries = log.entries.map(({ bytes }) => bytes)

/** The log as Sigstore describes one; the id of the key is from its text, as C2SP defines it. */
const authority = {
  logID: Buffer.from(log.verifierKey.split('+').at(1) ?? '', 'hex'),
  publicKey: createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), log.publicKey]),
    format: 'der',
    type: 'spki',
  }),
  baseURL: `https://${log.origin}`,
  validFor: { start: new Date(0), end: new Date(8e15) },
}

function sigstoreEntry(index: number, body = entries[index] ?? new Uint8Array(0)) {
  return {
    logIndex: String(index),
    logId: { keyId: authority.logID },
    kindVersion: { kind: '', version: '' },
    integratedTime: '0',
    inclusionPromise: undefined,
    canonicalizedBody: Buffer.from(body),
    inclusionProof: {
      logIndex: String(index),
      rootHash: Buffer.from(root),
      treeSize: String(SIZE),
      hashes: log.inclusion(index, SIZE).map((hash) => Buffer.from(hash)),
      checkpoint: { envelope },
    },
  }
}

test('Sigstore accepts the checkpoint and the proofs of entries, and no other entry', () => {
  for (const index of [0, 1, 127, 128, 255, 256, 298, 299]) {
    const entry = sigstoreEntry(index)
    const checkpoint = verifyCheckpoint(entry, [authority])
    expect(checkpoint.logSize).toBe(BigInt(SIZE))
    verifyMerkleInclusion(entry, checkpoint)
    const other = sigstoreEntry(index, entries[(index + 1) % SIZE])
    expect(() => verifyMerkleInclusion(other, checkpoint)).toThrow('root hash does not match')
  }
})

test('Sigstore rejects a checkpoint with another root', () => {
  const entry = sigstoreEntry(0)
  const checkpoint = { envelope: envelope.replace('\n300\n', '\n301\n') }
  const forged = { ...entry, inclusionProof: { ...entry.inclusionProof, checkpoint } }

  expect(() => verifyCheckpoint(forged, [authority])).toThrow('invalid checkpoint signature')
})

test('an implementation of RFC 9162 has the same roots and proofs', async () => {
  const head = await RFC9162.treeHead(entries)
  const { inclusion_path: path } = await RFC9162.inclusionProof(entries[123] ?? head, entries)
  const before = { log_id: '', tree_size: 77, leaf_index: 0, inclusion_path: [] }
  const { consistency_path: growth } = await RFC9162.consistencyProof(before, entries)

  expect(bytesToHex(head)).toBe(bytesToHex(root))
  expect(path.map((hash) => bytesToHex(hash))).toEqual(
    log.inclusion(123, SIZE).map((hash) => bytesToHex(hash)),
  )
  expect(growth.map((hash) => bytesToHex(hash))).toEqual(
    log.consistency(77, SIZE).map((hash) => bytesToHex(hash)),
  )
})
