import type { Language } from '@solstice/contract/messages'
import type { OperatorRole } from '@solstice/contract/endpoint'
import type { Mail } from '#/platform/process/context.ts'
import { instantIn } from '#/platform/process/instant-text.ts'
import { mailHtml, mailText, type MailContent } from '#/platform/process/mail-layout.ts'
import type { OperatorEvent } from './operator-identity.table.ts'
import { OBJECTION_LINK, SENTENCES, SYSTEM } from './operator-notice.mail.ts'

const LABELS = {
  en: { when: 'When', device: 'Device' },
  ko: { when: '일시', device: '기기' },
}

type NoticeContent = {
  event: OperatorEvent
  device: string | null
  createdAt: Date
  role: OperatorRole | null
  subjectName: string | null
  causeName: string | null
  about?: { en: string; ko: string } | null
  /** The page on which the recipient can object. */
  href: string | undefined
}

export function operatorNoticeMail(to: string, notice: NoticeContent, language: Language): Mail {
  const names: Record<string, string> = {
    subject: notice.subjectName ?? '',
    by: notice.causeName ?? SYSTEM[language],
    role: notice.role ?? '',
    season: notice.about?.[language] ?? '',
  }
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? '')
  const sentences = SENTENCES[notice.event][language]
  const [subject, heading, event] = [
    filled(sentences.subject),
    filled(sentences.heading),
    filled(sentences.event),
  ]
  const labels = LABELS[language]
  const when = [labels.when, `${instantIn('UTC', language).format(notice.createdAt)} UTC`] as const
  const objection = OBJECTION_LINK[language]
  const content: MailContent = {
    language,
    preheader: event,
    heading,
    paragraphs: [event],
    facts: notice.device === null ? [when] : [[labels.device, notice.device], when],
    afterFacts: [notice.href === undefined ? filled(sentences.advice) : objection.offer],
    ...(notice.href === undefined ? {} : { link: { label: objection.label, href: notice.href } }),
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
