import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  consistencyRanges,
  equal,
  inclusionRanges,
  leafHash,
  rootFromInclusion,
  rootOf,
  verifyConsistency,
  type Range,
} from './merkle.ts'
import { nodeCrypto } from './node-crypto.ts'

const { sha256 } = nodeCrypto

/** The leaves and roots of the reference implementation of Certificate Transparency. */
const VECTOR_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => leafHash(sha256, hexToBytes(hex)))
const VECTOR_ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('trees of up to eight leaves have the roots of the reference implementation', () => {
  const roots = VECTOR_ROOTS.map((_, size) =>
    bytesToHex(rootOf(sha256, VECTOR_LEAVES.slice(0, size))),
  )

  expect(roots).toEqual(VECTOR_ROOTS)
})

const leaves = Array.from({ length: 70 }, (_, at) => leafHash(sha256, Uint8Array.of(at)))
/** Computes the root of each range once, because trees of neighbouring sizes share most of them. */
const roots = new Map<string, Uint8Array>()
function rootOfRange({ start, end }: Range): Uint8Array {
  const name = `${start}-${end}`
  const computed = roots.get(name) ?? rootOf(sha256, leaves.slice(start, end))
  roots.set(name, computed)
  return computed
}
const root = (size: number) => rootOfRange({ start: 0, end: size })
const rootsOf = (ranges: readonly Range[]) => ranges.map((range) => rootOfRange(range))
const sizes = fc.integer({ min: 1, max: leaves.length })
const leafOf = (index: number) => leaves[index] ?? new Uint8Array(0)

describe('an inclusion proof', () => {
  test('gives the root for every leaf of every tree', () => {
    const failed: string[] = []
    for (let size = 1; size <= leaves.length; size++) {
      for (let index = 0; index < size; index++) {
        const proof = rootsOf(inclusionRanges(index, size))
        const given = rootFromInclusion(sha256, { index, size, leaf: leafOf(index), proof })
        if (!given || !equal(given, root(size))) failed.push(`leaf ${index} of ${size}`)
      }
    }
    expect(failed).toEqual([])
  })

  test('gives another root or none for another leaf, place, size or hash', () => {
    const change = fc.record({ size: sizes, index: fc.nat(69), other: fc.nat(69), at: fc.nat(6) })
    fc.assert(
      fc.property(change, ({ size, index: drawn, other, at }) => {
        const index = drawn % size
        const proof = rootsOf(inclusionRanges(index, size))
        const right = { index, size, leaf: leafOf(index), proof }
        const wrong = [
          { ...right, leaf: leafOf((index + 1 + other) % 70) },
          { ...right, index: (index + 1 + (other % size)) % (size + 1) },
          { ...right, proof: [...proof, leafOf(other)] },
          { ...right, proof: proof.slice(1) },
          { ...right, proof: proof.map((hash, each) => (each === at ? leafOf(other) : hash)) },
        ].filter((each) => JSON.stringify(each) !== JSON.stringify(right))
        for (const each of wrong) {
          const given = rootFromInclusion(sha256, each)
          expect(given && bytesToHex(given)).not.toBe(bytesToHex(root(size)))
        }
      }),
    )
  })

  test('does not exist for a leaf outside the tree', () => {
    expect(() => inclusionRanges(5, 5)).toThrow('Leaf 5 is not in a tree of 5 leaves')
    const outside = { index: 5, size: 5, leaf: leafOf(5), proof: [] }
    expect(rootFromInclusion(sha256, outside)).toBeUndefined()
    expect(rootFromInclusion(sha256, { ...outside, index: -1 })).toBeUndefined()
  })
})

describe('a consistency proof', () => {
  test('holds for every pair of trees', () => {
    const failed: string[] = []
    for (let larger = 1; larger <= leaves.length; larger++) {
      for (let smaller = 1; smaller <= larger; smaller++) {
        const holds = verifyConsistency(sha256, {
          smaller: { size: smaller, root: root(smaller) },
          larger: { size: larger, root: root(larger) },
          proof: rootsOf(consistencyRanges(smaller, larger)),
        })
        if (!holds) failed.push(`${smaller} in ${larger}`)
      }
    }
    expect(failed).toEqual([])
  })

  test('fails if a leaf of the past, a root or a hash of the proof changed', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.nat(69), fc.nat(6), (one, two, changed, at) => {
        const [smaller, larger] = [Math.min(one, two), Math.max(one, two)]
        const forged = leaves.map((hash, index) =>
          index === changed % smaller ? leafHash(sha256, Uint8Array.of(200)) : hash,
        )
        const forgedRoots = (ranges: readonly Range[]) =>
          ranges.map(({ start, end }) => rootOf(sha256, forged.slice(start, end)))
        const proof = rootsOf(consistencyRanges(smaller, larger))
        const right = {
          smaller: { size: smaller, root: root(smaller) },
          larger: { size: larger, root: root(larger) },
          proof,
        }
        const rewritten = {
          ...right,
          larger: { size: larger, root: rootOf(sha256, forged.slice(0, larger)) },
          proof: forgedRoots(consistencyRanges(smaller, larger)),
        }
        expect(verifyConsistency(sha256, rewritten)).toBe(false)
        expect(verifyConsistency(sha256, { ...right, proof: [...proof, leafOf(at)] })).toBe(false)
        if (proof.length === 0) return
        const cut = proof.slice(0, -1)
        const altered = proof.map((hash, each) =>
          each === at % proof.length ? leafHash(sha256, hash) : hash,
        )
        expect(verifyConsistency(sha256, { ...right, proof: cut })).toBe(false)
        expect(verifyConsistency(sha256, { ...right, proof: altered })).toBe(false)
      }),
    )
  })

  test('does not exist for a tree that shrank or was empty', () => {
    expect(() => consistencyRanges(6, 5)).toThrow('A tree of 5 cannot continue 6')
    expect(() => consistencyRanges(0, 5)).toThrow('A tree of 5 cannot continue 0')
    const shrunk = {
      smaller: { size: 6, root: root(6) },
      larger: { size: 5, root: root(5) },
      proof: [],
    }
    expect(verifyConsistency(sha256, shrunk)).toBe(false)
    expect(verifyConsistency(sha256, { ...shrunk, smaller: { size: 0, root: root(0) } })).toBe(
      false,
    )
  })
})
