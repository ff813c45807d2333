import type { Language } from '@solstice/contract/messages'
import type { Mail } from '#/platform/process/context.ts'
import { mailHtml, mailText } from '#/platform/process/mail-layout.ts'

const TEXTS = {
  en: {
    // The code comes first, because notifications show the start of the subject.
    subject: (code: string) => `${code} is your Solstice code`,
    sentence: (code: string) => `Your Solstice verification code is ${code}.`,
    heading: 'Your verification code',
    preheader: 'It expires in 5 minutes.',
    paragraphs: [
      'This code expires in 5 minutes. Don’t share it with anyone.',
      'If you didn’t request this code, you can ignore this email.',
    ],
  },
  ko: {
    subject: (code: string) => `${code} - Solstice 인증 코드`,
    sentence: (code: string) => `Solstice 인증 코드: ${code}`,
    heading: '인증 코드',
    preheader: '5분 동안 사용할 수 있어요.',
    paragraphs: [
      '5분 동안 사용할 수 있어요. 누구에게도 코드를 알려 주지 마세요.',
      '직접 요청하지 않았다면 이 이메일은 무시해도 괜찮아요.',
    ],
  },
} satisfies Record<Language, unknown>

export function codeMail(to: string, code: string, language: Language): Mail {
  const { subject, sentence, ...texts } = TEXTS[language]
  const content = { ...texts, language, code }
  return {
    to,
    code,
    subject: subject(code),
    text: mailText({ ...content, paragraphs: [sentence(code), ...texts.paragraphs] }),
    html: mailHtml(content),
  }
}
