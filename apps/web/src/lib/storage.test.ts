import { expect, test } from 'vitest'
import { type KeyValueStorage, deleteMemberData, memberKey } from './storage.ts'

test('deletes all data of a member and none of a member with a similar id', () => {
  const kept = new Map(
    [
      memberKey('spins', '7', 1),
      memberKey('spins', '7', 12),
      memberKey('sent', '7'),
      memberKey('counterparties', '7'),
      memberKey('orderPayments', '7'),
      memberKey('tokens', '7'),
      memberKey('spins', '1', 7),
      memberKey('sent', '70'),
      'i18nextLng',
    ].map((key) => [key, 'x']),
  )
  const storage: KeyValueStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
    key: (index) => Array.from(kept.keys())[index] ?? null,
    get length() {
      return kept.size
    },
  }

  deleteMemberData(storage, '7')

  expect(Array.from(kept.keys())).toEqual(['spin-journal_1_7', 'wallet_sent_70', 'i18nextLng'])
})
