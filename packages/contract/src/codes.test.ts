import { describe, expect, test } from 'vitest'
import { Code, httpStatusOf } from './codes.ts'

const ALL = Object.values(Code)

function inOrder(codes: readonly number[]): number[] {
  return codes.toSorted((a, b) => a - b)
}

describe('the code catalogue', () => {
  test('contains all seventeen product codes with their numbers', () => {
    const catalogue = {
      SUCCESS: 0,
      ACCESS_DENIED: 9991,
      INVALID_REQUEST: 9992,
      TOKEN_EXPIRED: 9993,
      SERVER_ERROR: 9999,
      EMAIL_EXISTS: 1001,
      EMAIL_FORMAT: 1002,
      VERIFICATION_CODE_INVALID: 1003,
      VERIFICATION_CODE_EXPIRED: 1004,
      PASSWORD_FORMAT: 1005,
      CREDENTIALS_INVALID: 1006,
      ACCOUNT_DISABLED: 1007,
      PASSWORD_MISMATCH: 1008,
      REFERRAL_CODE_INVALID: 1009,
      ACCOUNT_SUSPENDED: 1011,
      WITHDRAW_LIMIT_EXCEEDED: 1012,
      USER_NOT_FOUND: 1101,
    }

    expect(Object.keys(catalogue)).toHaveLength(17)
    expect(Code).toMatchObject(catalogue)
    expect(inOrder(ALL.filter((code) => code < 2000 || code > 2999))).toEqual(
      inOrder(Object.values(catalogue)),
    )
  })

  test('does not contain 1010', () => {
    expect(ALL).not.toContain(1010)
  })

  test('contains refinements in the range from 2000 to 2999', () => {
    expect(inOrder(ALL.filter((code) => code >= 2000 && code < 3000))).toEqual([
      2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2101, 2102, 2103, 2104, 2105, 2106,
      2107, 2201, 2202, 2203, 2204, 2205, 2301, 2302, 2303, 2304, 2305, 2401, 2402, 2403, 2404,
      2405, 2406, 2501, 2502, 2503, 2504, 2505, 2506, 2507, 2901, 2902, 2903, 2906, 2911, 2912,
      2913, 2914, 2915, 2920, 2930, 2931, 2932, 2933, 2940, 2945, 2946, 2947, 2948, 2950, 2951,
      2952, 2953, 2970, 2971, 2972, 2980, 2990, 2991, 2992, 2993, 2994, 2995, 2996,
    ])
  })

  test('uses every number once', () => {
    expect(new Set(ALL).size).toBe(ALL.length)
  })
})

describe('httpStatusOf', () => {
  test.each([
    [0, 200],
    [2912, 202],
    [2913, 409],
    [2940, 409],
    [9993, 401],
    [9991, 403],
    [2911, 403],
    [2914, 403],
    [2915, 403],
    [2930, 409],
    [2931, 409],
    [2932, 409],
    [2933, 409],
    [1101, 404],
    [2901, 404],
    [2008, 429],
    [2902, 429],
    [2906, 429],
    [9999, 500],
    [2903, 503],
  ] as const)('maps %i to %i', (code, status) => {
    expect(httpStatusOf(code)).toBe(status)
  })

  test('maps every other code to 400', () => {
    const special: readonly number[] = [
      0, 2912, 2913, 2930, 2931, 2932, 2933, 2914, 2915, 9993, 9991, 2911, 1101, 2901, 2008, 2902,
      2906, 9999, 2903, 2940,
    ]
    const others = ALL.filter((code) => !special.includes(code))

    expect(others).toHaveLength(ALL.length - special.length)
    expect(new Set(others.map(httpStatusOf))).toEqual(new Set([400]))
  })

  test('returns 401 only for a missing or expired session, because a 401 makes the app refresh', () => {
    expect(ALL.filter((code) => httpStatusOf(code) === 401)).toEqual([Code.TOKEN_EXPIRED])
  })
})
