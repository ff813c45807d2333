import type { Language } from './messages.ts'

/** The answers to a request for a refund that operators send most often. */
export const REFUND_ANSWERS = ['GOODWILL', 'TWICE', 'NOT_DELIVERED'] as const
export const DECLINE_ANSWERS = ['SPENT', 'DELIVERED', 'NOTHING_PAID', 'TOO_LATE'] as const

export type RefundAnswer = (typeof REFUND_ANSWERS)[number] | (typeof DECLINE_ANSWERS)[number]

/** Members read these texts in their own language, with the price and the product in them. */
const ANSWERS: Record<RefundAnswer, Record<Language, string>> = {
  GOODWILL: {
    en: 'We’ve refunded {price} for {product} as a courtesy. It usually arrives within a few minutes.',
    ko: '이번에는 {product} 금액({price})을 환불해 드렸어요. 보통 몇 분 안에 도착해요.',
  },
  TWICE: {
    en: 'You bought {product} twice, so we’ve refunded {price}. It usually arrives within a few minutes.',
    ko: '확인해 보니 {product} 상품을 두 번 구매하셨어요. 한 번의 금액({price})을 환불해 드렸고, 보통 몇 분 안에 도착해요.',
  },
  NOT_DELIVERED: {
    en: '{product} didn’t reach you as it should have. We’ve refunded {price} and are sorry for the trouble.',
    ko: '{product} 상품이 제대로 지급되지 않았어요. 결제 금액({price})을 환불해 드렸어요. 불편을 드려 죄송해요.',
  },
  SPENT: {
    en: 'What {product} gave you has already been used, so we can’t refund {price}.',
    ko: '{product} 상품으로 받은 혜택을 이미 사용하셔서 결제 금액({price})을 환불해 드릴 수 없어요.',
  },
  DELIVERED: {
    en: '{product} was delivered as described, so we can’t refund {price}. You can still use everything it gave you.',
    ko: '{product} 상품은 안내된 대로 지급되어 결제 금액({price})을 환불해 드릴 수 없어요. 받은 혜택은 계속 사용할 수 있어요.',
  },
  NOTHING_PAID: {
    en: 'We couldn’t find a payment of {price} for {product}. If you paid, send us the transaction and we’ll look again.',
    ko: '{product} 상품의 {price} 결제를 찾지 못했어요. 결제하셨다면 거래 내역을 보내 주세요. 다시 확인해 드릴게요.',
  },
  TOO_LATE: {
    en: '{product} can be refunded for seven days after the purchase, and that time is over.',
    ko: '{product} 상품은 구매 후 7일 동안 환불할 수 있는데, 그 기간이 지났어요.',
  },
}

/** A payment that matches no order has no product. */
const YOUR_PAYMENT: Record<Language, string> = { en: 'your payment', ko: '보내 주신 결제' }

type Values = {
  /** The formatted number, which is the same in every language. */
  amount: string
  symbol: string
  /** The product in the language of the member. */
  product: string | null
}

/** Returns the answer in the language of the member, whichever language the operator reads. */
export function refundAnswer(answer: RefundAnswer, language: Language, values: Values): string {
  const text = ANSWERS[answer][language]
    .replaceAll('{price}', () => priceIn(language, values))
    .replaceAll('{product}', () => values.product ?? YOUR_PAYMENT[language])
  // The name of a product keeps its letters; the words of this file begin a sentence.
  return values.product === null ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

function priceIn(language: Language, { amount, symbol }: Values): string {
  if (symbol !== 'TICKET') return [amount, symbol].filter(Boolean).join(' ')
  if (language === 'ko') return `티켓 ${amount}장`
  return amount === '1' ? '1 ticket' : `${amount} tickets`
}
