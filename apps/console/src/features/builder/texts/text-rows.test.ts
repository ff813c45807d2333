import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine } from '#/lib/season-draft.ts'
import { findingsOf, textRowsOf, textsFromCsv, textsToCsv } from './text-rows.ts'

const noMax = () => undefined
const draft = {
  title: { en: 'The Long Night', ko: '긴 밤' },
  missions: [{ missionId: 1, title: { en: 'Daily check-in', ko: '' }, terms: null }],
}

test('lists every text with its path and its most letters', () => {
  expect(textRowsOf(draft, (path) => (path === 'title.en' ? 60 : undefined))).toEqual([
    { path: 'title', en: 'The Long Night', ko: '긴 밤', max: 60 },
    { path: 'missions.0.title', en: 'Daily check-in', ko: '', max: undefined },
  ])
})

test.each([
  [{ en: 'a', ko: ' ' }, ['missing']],
  [{ en: 'abcdef', ko: '가' }, ['tooLong']],
  [{ en: 'Lumen', ko: 'Lumen' }, ['identical']],
  [{ en: '2027', ko: '2027' }, []],
  [{ en: '{n}', ko: 'XP' }, ['placeholders']],
  [{ en: '{n}', ko: '{n} 점' }, []],
])('finds in %j: %j', (texts, findings) => {
  expect(findingsOf({ path: 'x', max: 5, ...texts })).toEqual(findings)
})

test('a file that was written and read again changes nothing', () => {
  const text = fc.string({ unit: 'grapheme' }).map(oneLine)
  const pair = fc.record({ en: text, ko: text })
  fc.assert(
    fc.property(fc.record({ title: pair, list: fc.array(fc.record({ name: pair })) }), (any) => {
      const read = textsFromCsv(any, textsToCsv(textRowsOf(any, noMax)))
      expect(read).toEqual({ draft: any, changed: 0, unknown: [] })
    }),
  )
})

test('puts translated texts into the draft and names what it does not know', () => {
  const csv = 'path,ko\r\nmissions.0.title,출석 체크\r\nmissions.9.title,없음\r\n'

  expect(textsFromCsv(draft, csv)).toEqual({
    draft: {
      ...draft,
      missions: [{ missionId: 1, title: { en: 'Daily check-in', ko: '출석 체크' }, terms: null }],
    },
    changed: 1,
    unknown: ['missions.9.title'],
  })
})

test.each(['', 'a,b\r\n1,2\r\n', 'path\r\ntitle\r\n', 'path,en\r\ntitle,"open'])(
  'refuses %j',
  (csv) => {
    expect(textsFromCsv(draft, csv)).toBeUndefined()
  },
)
