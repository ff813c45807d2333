import type { Language } from '@solstice/contract/messages'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { Mail } from '#/platform/process/context.ts'
import { instantIn } from '#/platform/process/instant-text.ts'
import { mailHtml, mailText, type MailContent } from '#/platform/process/mail-layout.ts'
import type { OperatorEvent } from './operator-identity.table.ts'

type Sentences = { subject: string; heading: string; event: string; advice: string }

const SENTENCES: Record<OperatorEvent, Record<Language, Sentences>> = {
  NEW_DEVICE: {
    en: {
      subject: 'New sign-in to the Solstice console',
      heading: 'New sign-in from an unfamiliar device',
      event: 'Your operator account signed in to the console from a device we had not seen before.',
      advice: 'If this wasn’t you, ask another owner to disable your account right away.',
    },
    ko: {
      subject: 'Solstice 콘솔에 새 기기가 로그인했어요',
      heading: '처음 보는 기기에서 로그인했어요',
      event: '운영자 계정이 이전에 사용하지 않은 기기에서 콘솔에 로그인했어요.',
      advice: '본인이 아니라면 다른 소유자에게 계정 비활성화를 바로 요청해 주세요.',
    },
  },
  FACTORS_CHANGED: {
    en: {
      subject: 'Your Solstice console sign-in was changed',
      heading: 'Your sign-in methods were changed',
      event: 'A passkey, password, authenticator app or recovery code of your account was changed.',
      advice: 'If this wasn’t you, ask another owner to disable your account right away.',
    },
    ko: {
      subject: 'Solstice 콘솔 로그인 수단이 변경됐어요',
      heading: '로그인 수단이 변경됐어요',
      event: '계정의 패스키, 비밀번호, 인증 앱 또는 복구 코드가 변경됐어요.',
      advice: '본인이 아니라면 다른 소유자에게 계정 비활성화를 바로 요청해 주세요.',
    },
  },
  ENROLLED_AGAIN: {
    en: {
      subject: 'Your Solstice console sign-in was reset',
      heading: 'Your sign-in methods were replaced',
      event:
        'An enrolment link replaced all passkeys, passwords and codes of your account. All sessions ended.',
      advice: 'If this wasn’t you, ask another owner to disable your account right away.',
    },
    ko: {
      subject: 'Solstice 콘솔 로그인 수단이 재설정됐어요',
      heading: '로그인 수단이 모두 교체됐어요',
      event: '등록 링크로 계정의 패스키, 비밀번호, 코드가 모두 교체되고 모든 세션이 종료됐어요.',
      advice: '본인이 아니라면 다른 소유자에게 계정 비활성화를 바로 요청해 주세요.',
    },
  },
}

const LABELS = {
  en: { when: 'When', device: 'Device' },
  ko: { when: '일시', device: '기기' },
}

export function operatorNoticeMail(
  to: string,
  notice: { event: OperatorEvent; device: string | null; createdAt: Date },
  language: Language,
): Mail {
  const { subject, heading, event, advice } = SENTENCES[notice.event][language]
  const labels = LABELS[language]
  const when = [labels.when, `${instantIn('UTC', language).format(notice.createdAt)} UTC`] as const
  const content: MailContent = {
    language,
    preheader: event,
    heading,
    paragraphs: [event],
    facts: notice.device === null ? [when] : [[labels.device, notice.device], when],
    afterFacts: [advice],
  }
  return { to, subject, text: mailText(content), html: mailHtml(content) }
}

const INVITATION: Record<
  Language,
  {
    subject: string
    heading: string
    invited: (name: string, role: OperatorRole) => string
    next: string
    link: string
  }
> = {
  en: {
    subject: 'Set up your Solstice console account',
    heading: 'Set up your console account',
    invited: (name, role) => `You are the operator ${name} with the role ${role}.`,
    next: 'Open the link within 24 hours to create a passkey, or a password with an authenticator app. The link works once and replaces any earlier sign-in methods.',
    link: 'Set up my account',
  },
  ko: {
    subject: 'Solstice 콘솔 계정을 설정해 주세요',
    heading: '콘솔 계정을 설정해 주세요',
    invited: (name, role) => `운영자 이름은 ${name}, 역할은 ${role}이에요.`,
    next: '24시간 안에 링크를 열어 패스키를 만들거나, 비밀번호와 인증 앱을 등록해 주세요. 링크는 한 번만 쓸 수 있고, 이전 로그인 수단은 모두 교체돼요.',
    link: '계정 설정하기',
  },
}

export function enrolmentMail(
  to: string,
  enrolment: { name: string; role: OperatorRole; href: string },
  language: Language,
): Mail {
  const { subject, heading, invited, next, link } = INVITATION[language]
  const content: MailContent = {
    language,
    preheader: next,
    heading,
    paragraphs: [invited(enrolment.name, enrolment.role), next],
    link: { label: link, href: enrolment.href },
  }
  return { to, subject, text: mailText(content), html: mailHtml(content) }
}
