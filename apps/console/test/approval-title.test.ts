import { beforeEach, expect, test } from 'vitest'
import { chooseLanguage } from '#/lib/i18n.ts'
import { approvalSentence, unmentionedFacts } from '#/shell/approval-sentence.ts'
import { approvalTitle, fieldName, partText, valueText } from '#/shell/approval-title.ts'
import { unbroken } from '#/lib/times.ts'

beforeEach(() => chooseLanguage('en'))

const proposal = (call: string, values: Record<string, string | number | boolean | null>) => ({
  call,
  sentence: { key: call, values },
})

test('fills the sentence of a call with its facts', () => {
  const values = { name: 'noah.brandt', role: 'SUPPORT', kind: 'PERSON', email: null }

  expect(approvalSentence(proposal('operator.addOperator', values))).toBe(
    'appoint noah.brandt as Support',
  )
})

test('lists the facts of a call whose sentence does not fit them', () => {
  expect(approvalSentence(proposal('operator.addOperator', { name: 'noah.brandt' }))).toBe(
    'Appoint an operator · Name noah.brandt',
  )
  const later = proposal('later.call', { chainId: 31_337, adopt: false, planHash: '0a1b' })
  expect(approvalSentence(later)).toBe(
    'later.call · Chain 31337 · Continue from the nonce on chain no',
  )
  expect(unmentionedFacts(later)).toEqual([])
})

test('shows the id of a call that this build does not know', () => {
  expect(approvalTitle({ call: 'later.call' })).toBe('later.call')
})

test.each([
  [null, '–'],
  [12_000, '12,000'],
  [true, 'yes'],
  ['0.5', '0.5'],
  ['FINANCE', 'Finance'],
  ['2027-01-17T14:12:00.000Z', unbroken('17 Jan 2027 18:12 UTC+4')],
])('writes %s as %s', (part, written) => {
  expect(partText(part)).toBe(written)
})

const product = {
  seasonId: 4,
  nameEn: 'Ember pack',
  nameKo: '불씨 팩',
  price: '5',
  symbol: 'USDS',
  chainId: 56,
  contract: 'native',
  givesXp: 1200,
  givesTickets: 1,
  stock: null,
  perUserLimit: 3,
}

test('says what a product gives, and lists the values that the sentence leaves out', () => {
  const added = proposal('product.add', product)

  expect(approvalSentence(added)).toBe(
    'sell Ember pack for 5 USDS in season 4; it gives 1,200 XP and 1 ticket',
  )
  expect(unmentionedFacts(added)).toEqual([
    ['Chain', '56'],
    ['Contract', 'The network’s own coin'],
    ['Stock', 'No limit'],
    ['Limit per member', '3'],
  ])
})

test('says what a product gives in Korean', async () => {
  await chooseLanguage('ko')

  expect(approvalSentence(proposal('product.add', product))).toBe(
    '시즌 4에서 불씨 팩 상품을 5 USDS에 판매 (지급 내용: 1,200 XP 및 티켓 1장)',
  )
})

test('counts tickets and products in words', () => {
  const changed = { ...product, price: '1', symbol: 'TICKET', givesXp: 0, givesTickets: 0 }
  const season = { titleEn: 'Winter', startAt: '–', endAt: '–', pool: '9', symbol: 'USDS' }
  const published = (products: number) =>
    approvalSentence(proposal('seasonPlan.publish', { ...season, products, planHash: '0a1b' }))

  expect(approvalSentence(proposal('product.change', changed))).toBe(
    'change Ember pack, which costs 1 ticket and gives nothing',
  )
  expect(published(0)).toMatch(/ and no products on sale$/)
  expect(published(12)).toMatch(/ and 12 products on sale$/)
})

test('names the token of an adjustment, and the asset without a token', () => {
  const adjusted = (values: Record<string, string | number | null>) =>
    approvalSentence(proposal('operator.adjustBalance', { userId: 1234, scope: '', ...values }))

  expect(adjusted({ asset: 'SEASON_XP', amount: '-20', symbol: null })).toBe(
    'change the season XP balance of member 1234 by -20',
  )
  expect(adjusted({ asset: 'REWARD', amount: '7.5', symbol: 'USDS' })).toBe(
    'change the season reward balance of member 1234 by 7.5 USDS',
  )
})

test('names the prizes of the wheel by their position', () => {
  expect([fieldName('prize1'), fieldName('prize12')]).toEqual(['Prize 1', 'Prize 12'])
  expect(fieldName('product2')).toBe('Product 2 above the rate')
})

test('writes a missing value by its field', () => {
  expect(['dueAt', 'stock', 'email'].map((field) => valueText(field, null))).toEqual([
    'At once',
    'No limit',
    '–',
  ])
})
