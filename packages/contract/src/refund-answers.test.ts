import { expect, test } from 'vitest'
import { LANGUAGES } from './messages.ts'
import { DECLINE_ANSWERS, REFUND_ANSWERS, refundAnswer } from './refund-answers.ts'
import { REFUND_NOTE_MAX, refundSchemas } from './refund.schemas.ts'

const ALL = [...REFUND_ANSWERS, ...DECLINE_ANSWERS]
const values = { amount: '1,000,000.50', symbol: 'USDS', product: 'p'.repeat(80) }

test('every answer is a valid note in both languages, with a long product and price', () => {
  for (const answer of ALL) {
    for (const language of LANGUAGES) {
      const note = refundAnswer(answer, language, values)
      const parsed = refundSchemas['refund.decide'].body.safeParse({ approve: true, note })

      expect([answer, language, parsed.success]).toEqual([answer, language, true])
      expect(note.length).toBeLessThanOrEqual(REFUND_NOTE_MAX)
      expect(note).toContain(values.product)
      expect(note).not.toMatch(/[{}]/)
    }
  }
})

test('prices and payments without a product are written in the language of the member', () => {
  const tickets = { amount: '3', symbol: 'TICKET', product: null }
  const texts = LANGUAGES.map((language) => refundAnswer('NOT_DELIVERED', language, tickets))

  expect(texts.join('\n')).toContain('Your payment didn’t reach you')
  expect(texts.join('\n')).toContain('3 tickets')
  expect(texts.join('\n')).toContain('보내 주신 결제')
  expect(texts.join('\n')).toContain('티켓 3장')
  expect(refundAnswer('GOODWILL', 'en', { ...tickets, amount: '1' })).toContain('1 ticket for')
})

test('the answers in Korean are polite sentences of their own', () => {
  for (const answer of ALL) expect(refundAnswer(answer, 'ko', values)).toMatch(/요\.$/)
})
