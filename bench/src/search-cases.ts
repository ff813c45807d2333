import type { CallData } from '../../packages/contract/src/wire.ts'

export type Found = Pick<CallData<'search.find'>['list'][number], 'kind' | 'id'>
export type Sample = { id: string; email: string; nickname: string; wallet: string; hash: string }

/** The result that a search has to return: the member, the member's order, any member, or nothing. */
type Wanted = 'MEMBER' | 'ORDER' | 'ANY_MEMBER' | 'NOTHING'

export type SearchCase = {
  of: 'all' | 'latin' | 'hangul'
  text: (sample: Sample, at: number) => string
  wanted: Wanted
}

/** Member and order of a sample have the same id. A frequent text has more members than a reply. */
export const SEARCH_CASES: Readonly<Record<string, SearchCase>> = {
  'part of an email': { of: 'all', text: ({ email }) => email.slice(2, 16), wanted: 'MEMBER' },
  'part of a Latin nickname': {
    of: 'latin',
    text: ({ nickname }) => nickname.slice(2),
    wanted: 'MEMBER',
  },
  'part of a Hangul nickname': {
    of: 'hangul',
    text: ({ nickname }) => nickname.slice(1),
    wanted: 'MEMBER',
  },
  'a frequent Hangul name': {
    of: 'hangul',
    text: ({ nickname }) => nickname.slice(1, 5),
    wanted: 'ANY_MEMBER',
  },
  'a frequent domain': {
    of: 'all',
    text: ({ email }) => email.split('@')[1] ?? '',
    wanted: 'ANY_MEMBER',
  },
  'a wallet address': { of: 'all', text: ({ wallet }) => wallet, wanted: 'MEMBER' },
  'an order id': { of: 'all', text: ({ id }) => id, wanted: 'ORDER' },
  'the hash of a transaction': { of: 'all', text: ({ hash }) => hash, wanted: 'ORDER' },
  'two Latin characters': {
    of: 'latin',
    text: ({ nickname }) => nickname.slice(0, 2),
    wanted: 'ANY_MEMBER',
  },
  'two Hangul syllables': {
    of: 'hangul',
    text: ({ nickname }) => nickname.slice(0, 2),
    wanted: 'ANY_MEMBER',
  },
  'no hit': { of: 'all', text: (_, at) => `nobody-has-${at}-this`, wanted: 'NOTHING' },
  'no hit, of frequent trigrams': {
    of: 'all',
    text: (_, at) => `${at % 2 === 0 ? 'naver' : 'kakao'}.com.com`,
    wanted: 'NOTHING',
  },
}

/** Returns whether a reply has what was searched for, not only something. */
export function isRight(wanted: Wanted, { id }: Pick<Sample, 'id'>, list: readonly Found[]) {
  switch (wanted) {
    case 'NOTHING':
      return list.length === 0
    case 'ANY_MEMBER':
      return list.some(({ kind }) => kind === 'MEMBER')
    case 'MEMBER':
    case 'ORDER':
      return list.some((found) => found.kind === wanted && found.id === id)
  }
}
