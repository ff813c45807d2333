import { beforeEach, expect, test, vi } from 'vitest'
import { SET_ASIDE_TTL_MS, readCopies } from './set-aside-copies.ts'

const KEY = 'wallet_set_aside_7'
const FIRST = { record: { ethAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, seenAtMs: 0 }
const SECOND = { record: { ethAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }, seenAtMs: 1 }

const memory = new Map<string, string>()

beforeEach(() => {
  memory.clear()
  memory.set(KEY, JSON.stringify([SECOND, FIRST]))
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => memory.set(key, value),
      removeItem: (key: string) => memory.delete(key),
    },
  })
})

test('deletes each copy 30 days after it was shown, by the server time', () => {
  expect(readCopies('7', SET_ASIDE_TTL_MS)).toEqual([SECOND, FIRST])
  expect(readCopies('7', SET_ASIDE_TTL_MS + 1)).toEqual([SECOND])
  expect(memory.get(KEY)).toBe(JSON.stringify([SECOND]))
  expect(readCopies('7', SET_ASIDE_TTL_MS + 2)).toEqual([])
  expect(memory.has(KEY)).toBe(false)
})

test('keeps every copy while the server time is unknown', () => {
  expect(readCopies('7', undefined)).toEqual([SECOND, FIRST])
  expect(memory.get(KEY)).toBe(JSON.stringify([SECOND, FIRST]))
})
