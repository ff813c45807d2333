import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseTypedData } from './typed-data.ts'
import type { TypedField } from './typed-data.ts'

const SPENDER = '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F'
const TOKEN = '0xB04BB6D5b08268A86cF8B6819cc394aefcC23213'
const domain = { name: 'Solstice Dollar', version: '1', chainId: 31337, verifyingContract: TOKEN }
const permit = {
  domain,
  primaryType: 'Permit',
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  message: { owner: TOKEN, spender: SPENDER, value: '7', nonce: 0, deadline: '0x10' },
}
const mail = (message: Record<string, unknown>, of: { name: string; type: string }[]) => ({
  domain: { name: 'Mail' },
  primaryType: 'Mail',
  types: { Mail: of, Person: [{ name: 'name', type: 'string' }] },
  message,
})

function viewOf(given: unknown) {
  const parsed = parseTypedData(given)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.view
}
const problemOf = (given: unknown) => {
  const parsed = parseTypedData(given)
  return parsed.ok ? undefined : parsed.problem
}
const flat = (fields: readonly TypedField[]): string[] =>
  fields.flatMap(({ name, text, fields: inner }) =>
    inner ? [name, ...flat(inner)] : [`${name}: ${text}`],
  )

describe('typed data', () => {
  test('is listed field by field, also given as JSON', () => {
    const view = viewOf(JSON.stringify(permit))

    expect(flat(view.message)).toEqual([
      `owner: ${TOKEN}`,
      `spender: ${SPENDER}`,
      'value: 7',
      'nonce: 0',
      'deadline: 16',
    ])
    expect(flat(view.domain)).toEqual([
      'name: Solstice Dollar',
      'version: 1',
      'chainId: 31337',
      `verifyingContract: ${TOKEN}`,
    ])
    expect(view).toMatchObject({ chainId: 31337, verifyingContract: TOKEN })
  })

  test('has the same hash as displayed and as given', () => {
    const hashOf = (data: unknown) => hashTypedData(data as Parameters<typeof hashTypedData>[0])

    expect(hashOf(viewOf(permit).signable)).toBe(hashOf(permit))
  })

  test('names a permit, and one without a limit as such', () => {
    const all = String(2n ** 256n - 1n)

    expect(viewOf(permit).permit).toEqual({ spender: SPENDER, isUnlimited: false })
    expect(
      viewOf({ ...permit, message: { ...permit.message, value: all } }).permit?.isUnlimited,
    ).toBe(true)
  })

  test('tells what a permit takes only if it has exactly the form of the standard', () => {
    const all = String(2n ** 256n - 1n)
    const extra = { ...permit.types, Permit: [...permit.types.Permit, { name: 'b', type: 'bool' }] }

    expect(viewOf(permit).takes).toEqual({ address: TOKEN, amount: 7n })
    expect(viewOf({ ...permit, domain: { name: 'Dollar' } }).takes).toBeUndefined()
    expect(viewOf({ ...permit, message: { ...permit.message, value: all } }).takes).toBeUndefined()
    expect(
      viewOf({ ...permit, types: extra, message: { ...permit.message, b: true } }).takes,
    ).toBeUndefined()
  })

  test('finds the amounts inside a permit of Permit2', () => {
    const details = [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
    ]
    const view = viewOf({
      domain,
      primaryType: 'PermitSingle',
      types: {
        PermitDetails: details,
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
        ],
      },
      message: { details: { token: TOKEN, amount: String(2n ** 160n - 1n) }, spender: SPENDER },
    })

    expect(view.permit).toEqual({ spender: SPENDER, isUnlimited: true })
    expect(flat(view.message)).toContain('details')
  })

  test('names a transfer that anybody may submit like a permit', () => {
    const view = viewOf({
      domain,
      primaryType: 'TransferWithAuthorization',
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
        ],
      },
      message: { from: TOKEN, to: SPENDER, value: '7' },
    })

    expect(view.permit).toEqual({ spender: SPENDER, isUnlimited: false })
  })

  test('is refused if it names a chain or a contract that the signature would not contain', () => {
    const EIP712Domain = [{ name: 'name', type: 'string' }]
    const unbound = { ...permit, types: { ...permit.types, EIP712Domain } }

    expect(problemOf(unbound)).toBe('invalid')
    expect(problemOf({ ...unbound, domain: { name: domain.name } })).toBeUndefined()
  })

  test('is refused as a permit without a readable spender', () => {
    const [owner, , ...others] = permit.types.Permit
    expect(problemOf({ ...permit, types: { Permit: [owner, ...others] } })).toBe('invalid')
  })

  test('leaves out fields that no type declares, for the display and for the signature', () => {
    const view = viewOf({ ...permit, message: { ...permit.message, note: 'Only a log-in' } })

    expect(flat(view.message).join()).not.toContain('log-in')
    expect(view.signable.message).not.toHaveProperty('note')
  })

  test('makes characters visible that hide, reorder or imitate text', () => {
    const text = 'pay\u202Eyap \u200B100\nto: me\u00A0\u2800'
    const [line] = flat(viewOf(mail({ a: text }, [{ name: 'a', type: 'string' }])).message)

    expect(line).toBe('a: pay⟨202E⟩yap ⟨200B⟩100⏎to: me⟨00A0⟩⟨2800⟩')
  })

  test('lists the entries of lists and of structures in lists', () => {
    const of = [{ name: 'to', type: 'Person[]' }]

    expect(flat(viewOf(mail({ to: [{ name: 'Mina' }, { name: 'Joon' }] }, of)).message)).toEqual([
      'to',
      '1',
      'name: Mina',
      '2',
      'name: Joon',
    ])
  })
})

describe('typed data is refused', () => {
  const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])

  test.each([
    ['without a form', 'hello'],
    ['with a missing field', { ...permit, message: { ...permit.message, value: undefined } }],
    ['with a number out of range', { ...permit, message: { ...permit.message, value: '-1' } }],
    ['with an unsafe number', { ...permit, message: { ...permit.message, value: 2 ** 60 } }],
    ['with a wrong address', { ...permit, message: { ...permit.message, owner: '0x12' } }],
    ['with an unknown type', { ...permit, primaryType: 'Other' }],
    ['that signs only a domain', { ...permit, primaryType: 'EIP712Domain' }],
    ['with a type in place of a basic one', { ...permit, types: { ...permit.types, uint256: [] } }],
    [
      'with a field twice',
      mail({ a: 'x' }, [
        { name: 'a', type: 'string' },
        { name: 'a', type: 'string' },
      ]),
    ],
    [
      'with a name that sets a prototype',
      JSON.stringify(mail({}, [])).replace(
        '"Mail":[]',
        '"Mail":[{"name":"__proto__","type":"Person"}]',
      ),
    ],
    [
      'with a hidden character in a name',
      mail({ 'a\u202E': 'x' }, [{ name: 'a\u202E', type: 'string' }]),
    ],
  ])('%s', (_, given) => {
    expect(problemOf(given)).toBe('invalid')
  })

  test.each([
    [
      'deeper than a person can read',
      mail({ a: nested(12) }, [{ name: 'a', type: `string${'[]'.repeat(13)}` }]),
    ],
    [
      'longer than a person can read',
      mail({ a: 'x'.repeat(5000) }, [{ name: 'a', type: 'string' }]),
    ],
    [
      'with more fields than a person can read',
      mail({ a: Array(300).fill('x') }, [{ name: 'a', type: 'string[]' }]),
    ],
    ['as a text that is too long', ' '.repeat(100_001)],
  ])('%s', (_, given) => {
    expect(problemOf(given)).toBe('too-big')
  })

  test('when it contains itself without an end', () => {
    const loop: Record<string, unknown> = {}
    loop['next'] = loop
    const given = {
      domain: {},
      primaryType: 'Node',
      types: { Node: [{ name: 'next', type: 'Node' }] },
      message: loop,
    }

    expect(problemOf(given)).toBe('too-big')
  })
})
