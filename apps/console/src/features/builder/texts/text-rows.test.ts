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
    { path: 'title', key: 'title', en: 'The Long Night', ko: '긴 밤', max: 60 },
    {
      path: 'missions.0.title',
      key: 'missions[missionId=1].title',
      en: 'Daily check-in',
      ko: '',
      max: undefined,
    },
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
  expect(findingsOf({ max: 5, ...texts })).toEqual(findings)
})

test('a file that was written and read again changes nothing', () => {
  const text = fc.string({ unit: 'grapheme' }).map(oneLine)
  const pair = fc.record({ en: text, ko: text })
  fc.assert(
    fc.property(fc.record({ title: pair, list: fc.array(fc.record({ name: pair })) }), (any) => {
      const read = textsFromCsv(any, textsToCsv(textRowsOf(any, noMax)))
      expect(read).toEqual({ draft: any, changed: 0, skipped: [] })
    }),
  )
})

test('puts translated texts into the draft and names what it does not know', () => {
  const csv =
    'path,en,ko\r\nmissions[missionId=1].title,Daily check-in,출석 체크\r\nmissions.0.title,x,없음\r\n'

  expect(textsFromCsv(draft, csv)).toEqual({
    draft: {
      ...draft,
      missions: [{ missionId: 1, title: { en: 'Daily check-in', ko: '출석 체크' }, terms: null }],
    },
    changed: 1,
    skipped: [{ key: 'missions.0.title', reason: 'unknown' }],
  })
})

const text = (en: string, ko = '') => ({ en, ko })
const translated = (csv: string, ...texts: [string, string][]) =>
  texts.reduce((file, [en, ko]) => file.replace(`,${en},`, `,${en},${ko}`), csv)

test('finds missions, products and tiers after their lists were changed', () => {
  const sent = {
    missions: [
      { missionId: 7, title: text('Read') },
      { missionId: 8, title: text('Write') },
    ],
    products: [{ position: 100, name: text('Cap') }],
    tiers: [{ emblem: 'gold', name: text('Gold') }],
  }
  const csv = translated(
    textsToCsv(textRowsOf(sent, noMax)),
    ['Read', '읽기'],
    ['Write', '쓰기'],
    ['Cap', '모자'],
    ['Gold', '골드'],
  )

  const read = textsFromCsv(
    {
      missions: [{ missionId: 9, title: text('New') }, sent.missions[1], sent.missions[0]],
      products: [{ position: 50, name: text('Mug') }, sent.products[0]],
      tiers: [{ emblem: 'bronze', name: text('Bronze') }, sent.tiers[0]],
    },
    csv,
  )

  expect(read).toMatchObject({
    draft: {
      missions: [
        { missionId: 9, title: text('New') },
        { missionId: 8, title: text('Write', '쓰기') },
        { missionId: 7, title: text('Read', '읽기') },
      ],
      products: [{ name: text('Mug') }, { name: text('Cap', '모자') }],
      tiers: [{ name: text('Bronze') }, { name: text('Gold', '골드') }],
    },
    changed: 4,
    skipped: [],
  })
})

test('skips a row whose English is not the English of the draft, and never changes English', () => {
  const sent = { missions: [{ missionId: 7, questions: [{ text: text('Why?') }] }] }
  const csv = translated(textsToCsv(textRowsOf(sent, noMax)), ['Why?', '왜요?'])
  const later = {
    missions: [{ missionId: 7, questions: [{ text: text('How?', '어떻게요?') }] }],
  }

  expect(textsFromCsv(later, csv)).toEqual({
    draft: later,
    changed: 0,
    skipped: [{ key: 'missions[missionId=7].questions.0.text', reason: 'english' }],
  })
})

test('spaces around a translation are not part of it', () => {
  const csv =
    'path,en,ko\r\ntitle,The Long Night, 긴 밤 \r\nmissions[missionId=1].title,Daily check-in, 출석\n'

  expect(textsFromCsv(draft, csv)).toEqual({
    draft: {
      ...draft,
      missions: [{ missionId: 1, title: { en: 'Daily check-in', ko: '출석' }, terms: null }],
    },
    changed: 1,
    skipped: [],
  })
})

test('a cell that is empty or absent leaves its text', () => {
  const csv = 'path,en,ko\r\ntitle,The Long Night,\r\ntitle,The Long Night\r\ntitle\r\n'

  expect(textsFromCsv(draft, csv)).toEqual({
    draft,
    changed: 0,
    // Without its English a row cannot be verified.
    skipped: [{ key: 'title', reason: 'english' }],
  })
})

test.each([
  '',
  'a,b\r\n1,2\r\n',
  'path\r\ntitle\r\n',
  'path,ko\r\ntitle,x',
  'path,en\r\ntitle,"open',
])('refuses %j', (csv) => {
  expect(textsFromCsv(draft, csv)).toBeUndefined()
})
