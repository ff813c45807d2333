import { alarmText } from '@solstice/contract/alarm-texts'
import type { Mail } from '#/platform/process/context.ts'
import { mailHtml, mailText, type MailContent } from '#/platform/process/mail-layout.ts'
import type { AlarmRow } from './alarm.queries.ts'

/** Operators have no language of their own in mails, so an alarm has both. */
export function alarmMail(
  to: string,
  { id, rule, severity, details, raisedAt }: AlarmRow,
  consoleOrigin: string,
): Mail {
  const isCritical = severity === 'CRITICAL'
  const en = alarmText(rule, details, 'en')
  const subject = `${isCritical ? 'Critical alarm' : 'Alarm'}: ${en}`.slice(0, 160)
  const content: MailContent = {
    language: 'en',
    preheader: en,
    heading: `${isCritical ? 'Critical alarm' : 'Alarm'} ${id}`,
    paragraphs: [en, alarmText(rule, details, 'ko')],
    facts: [['Raised', raisedAt.toISOString()]],
    link: { label: 'Open the alarms', href: `${consoleOrigin}/alarms` },
  }
  return { to, subject, text: mailText(content), html: mailHtml(content) }
}
