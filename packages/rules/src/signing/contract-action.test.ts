import { describe, expect, test } from 'vitest'
import {
  MAX_ACTION_VALUE,
  actionProblems,
  encodeAction,
  isOfferable,
  parseFunction,
  sampleValues,
  wrongArgument,
  type ActionArgument,
  type PlannedAction,
} from './contract-action.ts'

const label = { en: 'Your line', ko: '남길 말' }
const text = { kind: 'TEXT', label, maxLength: 60 } as const
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const action = (given: Partial<PlannedAction> = {}): PlannedAction => ({
  name: { en: 'Guest book', ko: '방명록' },
  effect: { en: 'One new line', ko: '한 줄' },
  function: 'sign(string line)',
  arguments: [text],
  value: '0',
  ...given,
})
const SIGN = '0x79d6348d'
const problemsOf = (given: Partial<PlannedAction>) =>
  actionProblems(
    action(given),
    parseFunction(given.function ?? 'sign(string line)')?.selector ?? SIGN,
  )

describe('the function of an action', () => {
  test.each([
    ['sign(string line)', SIGN, ['string']],
    ['function sign(string line) external', SIGN, ['string']],
    ['transfer(address to, uint256 amount)', '0xa9059cbb', ['address', 'uint256']],
    ['deposit()', '0xd0e30db0', []],
  ])('is read from %s with its selector', (fragment, selector, types) => {
    const parsed = parseFunction(fragment)

    expect(parsed?.selector).toBe(selector)
    expect(parsed?.parameters.map(({ type }) => type)).toEqual(types)
  })

  test.each(['', 'sign', 'sign(bytes data)', 'sign((uint256 a) b)', 'sign(string[] a)', 'a b(c)'])(
    'is refused when it is %j',
    (fragment) => {
      expect(parseFunction(fragment)).toBeUndefined()
      expect(actionProblems(action({ function: fragment }), SIGN)).toEqual(['FUNCTION'])
    },
  )
})

describe('the problems of an action', () => {
  test('are none for a bounded call without value', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ value: String(MAX_ACTION_VALUE) })).toEqual([])
  })

  test('name a selector of another function', () => {
    expect(actionProblems(action(), '0xa9059cbb')).toEqual(['SELECTOR'])
  })

  test.each([
    'approve(address a, uint256 b)',
    'increaseAllowance(address a, uint256 b)',
    'transfer(address a, uint256 b)',
    'safeTransferFrom(address a, uint256 b)',
    'permitAll(address a, uint256 b)',
  ])('name a function that moves or approves assets: %s', (fragment) => {
    const all: ActionArgument[] = [{ kind: 'WALLET' }, { kind: 'FIXED', value: '1' }]
    expect(problemsOf({ function: fragment, arguments: all })).toEqual(['ASSETS'])
  })

  test('name a function with the selector of a transfer under another name', () => {
    const all: ActionArgument[] = [{ kind: 'WALLET' }, { kind: 'FIXED', value: 'true' }]
    const disguised = 'join_tg_invmru_haha_fd06787(address a, bool b)'

    expect(parseFunction(disguised)?.selector).toBe('0xa9059cbb')
    expect(problemsOf({ function: disguised, arguments: all })).toEqual(['ASSETS'])
  })

  test.each<[string, string, ActionArgument[]]>([
    ['COUNT', 'sign(string a)', []],
    ['COUNT', 'sign(string a)', [text, text]],
    ['ARGUMENT', 'sign(uint8 a)', [text]],
    ['ARGUMENT', 'sign(string a)', [{ ...text, maxLength: 201 }]],
    ['ARGUMENT', 'sign(string a)', [{ kind: 'WALLET' }]],
    ['ARGUMENT', 'sign(uint8 a)', [{ kind: 'FIXED', value: '256' }]],
    ['ARGUMENT', 'sign(int8 a)', [{ kind: 'FIXED', value: '-129' }]],
    ['ARGUMENT', 'sign(uint8 a)', [{ kind: 'NUMBER', label, min: '2', max: '1' }]],
    ['ARGUMENT', 'sign(uint8 a)', [{ kind: 'NUMBER', label, min: '0', max: '256' }]],
    ['ARGUMENT', 'sign(bool a)', [{ kind: 'FIXED', value: 'yes' }]],
    ['ARGUMENT', 'sign(bytes32 a)', [{ kind: 'FIXED', value: '0x12' }]],
    ['ARGUMENT', 'sign(address a)', [{ kind: 'FIXED', value: '0x12' }]],
  ])('are %s for %s with %j', (problem, fragment, all) => {
    expect(problemsOf({ function: fragment, arguments: all })).toEqual([problem])
  })

  test('name a value above the bound or without a form', () => {
    expect(problemsOf({ value: String(MAX_ACTION_VALUE + 1n) })).toEqual(['VALUE'])
    expect(problemsOf({ value: '-1' })).toEqual(['VALUE'])
  })

  test('keep a phone from offering the action, whatever a server replied', () => {
    expect(isOfferable(action())).toBe(true)
    expect(isOfferable(action({ value: String(MAX_ACTION_VALUE + 1n) }))).toBe(false)
    expect(isOfferable(action({ function: 'sign(tuple a)' }))).toBe(false)
    expect(isOfferable(action({ arguments: [] }))).toBe(false)
  })
})

describe('the values of a member', () => {
  const all = action({
    arguments: [text, { kind: 'NUMBER', label, min: '3', max: '5' }, { kind: 'WALLET' }],
  })

  test('are right within their bounds, also at the edges', () => {
    expect(wrongArgument(all, { 0: 'x'.repeat(60), 1: '3' })).toBeUndefined()
    expect(wrongArgument(all, { 0: 'é', 1: '5' })).toBeUndefined()
    expect(wrongArgument(all, sampleValues(all))).toBeUndefined()
  })

  test.each([
    [0, { 1: '3' }],
    [0, { 0: '   ', 1: '3' }],
    [0, { 0: 'x'.repeat(61), 1: '3' }],
    [0, { 0: 'two\nlines', 1: '3' }],
    [0, { 0: 'turned\u202Eround', 1: '3' }],
    [1, { 0: 'a', 1: '2' }],
    [1, { 0: 'a', 1: '6' }],
    [1, { 0: 'a', 1: '4.5' }],
  ])('are wrong in argument %i: %j', (at, given) => {
    expect(wrongArgument(all, given)).toBe(at)
  })
})

test('encodes a call like an independent encoder', () => {
  const mixed = action({
    function: 'mark(uint256 no, string line, address who, bool on, int16 by, string more)',
    arguments: [
      { kind: 'NUMBER', label, min: '0', max: '9' },
      text,
      { kind: 'WALLET' },
      { kind: 'FIXED', value: 'true' },
      { kind: 'FIXED', value: '-2' },
      { kind: 'FIXED', value: '' },
    ],
  })
  const words = [
    '7'.padStart(64, '0'),
    'c0'.padStart(64, '0'),
    WALLET.slice(2).toLowerCase().padStart(64, '0'),
    '1'.padStart(64, '0'),
    `${'f'.repeat(63)}e`,
    '100'.padStart(64, '0'),
    '3'.padStart(64, '0'),
    'e6989f'.padEnd(64, '0'),
    '0'.repeat(64),
  ]

  expect(encodeAction(mixed, WALLET, { 0: '7', 1: '星' })).toBe(
    `${parseFunction(mixed.function)?.selector}${words.join('')}`,
  )
  expect(() => encodeAction(mixed, WALLET, { 0: '10', 1: 'a' })).toThrow('Argument 1')
})
