import type { EvidenceClass } from '@solstice/rules/hold/evidence'
import type { HoldAnswer } from '@solstice/rules/hold/hold'
import type { Language } from './messages.ts'

/** The sentence about each class of evidence; it names neither a member nor a signal. */
const EVIDENCE: Record<EvidenceClass, Record<Language, string>> = {
  MONEY: {
    en: 'Your wallet and several others are connected through the money they received.',
    ko: '회원님의 지갑과 다른 여러 지갑이 받은 자금으로 서로 연결되어 있어요.',
  },
  SIGN_UP: {
    en: 'Several accounts were created in a similar way to yours.',
    ko: '회원님의 계정과 비슷한 방식으로 만들어진 계정이 여러 개 있어요.',
  },
  ACTIVITY: {
    en: 'Several accounts take part at almost the same times as yours.',
    ko: '회원님과 거의 같은 시간에 활동하는 계정이 여러 개 있어요.',
  },
  INVITES: {
    en: 'The invitations around your account form an unusual pattern.',
    ko: '회원님 계정과 관련된 초대에 특이한 패턴이 있어요.',
  },
}

/** The answer that members read after a decision. */
const ANSWERS: Record<HoldAnswer, Record<Language, string>> = {
  FAMILY: {
    en: 'You share a device, a network or a household with others, and that is fine. Your rewards are on their way.',
    ko: '가족이나 가까운 사람과 기기나 네트워크를 함께 쓰시는 걸 확인했어요. 전혀 문제없어요. 보상을 지급할게요.',
  },
  EXPLAINED: {
    en: 'Thank you for explaining. We ended the hold, and your rewards are on their way.',
    ko: '설명해 주셔서 감사해요. 보류를 해제했고 보상을 지급할게요.',
  },
  MISTAKE: {
    en: 'We were wrong, and we’re sorry. We ended the hold, and your rewards are on their way.',
    ko: '저희가 잘못 판단했어요. 불편을 드려 죄송해요. 보류를 해제했고 보상을 지급할게요.',
  },
  SAME_PERSON: {
    en: 'We believe one person runs several of these accounts, so your rewards stay on hold. You can keep playing.',
    ko: '한 사람이 여러 계정을 사용하는 것으로 판단해 보상을 계속 보류해요. 활동은 계속하실 수 있어요.',
  },
  NOT_EXPLAINED: {
    en: 'What we know has not changed, so your rewards stay on hold. You can keep playing.',
    ko: '확인한 내용이 달라지지 않아 보상을 계속 보류해요. 활동은 계속하실 수 있어요.',
  },
}

export const evidenceText = (evidence: EvidenceClass, language: Language): string =>
  EVIDENCE[evidence][language]

export const answerText = (answer: HoldAnswer, language: Language): string =>
  ANSWERS[answer][language]
