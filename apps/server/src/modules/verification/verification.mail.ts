import type { Language } from '@solstice/contract/messages'
import type { Mail } from '#/platform/context.ts'

/** The code comes first in the subject: that is what a phone's notification shows. */
export function codeMail(to: string, code: string, language: Language): Mail {
  if (language === 'ko') {
    return {
      to,
      code,
      subject: `${code} - Solstice 인증 코드`,
      text: `Solstice 인증 코드는 ${code} 이에요.\n\n5분 동안 사용할 수 있어요. 직접 요청하지 않았다면 이 메일을 무시해 주세요. 누구에게도 코드를 알려 주지 마세요.`,
    }
  }
  return {
    to,
    code,
    subject: `${code} is your Solstice code`,
    text: `Your Solstice verification code is ${code}.\n\nIt works for 5 minutes. If you did not ask for it, ignore this mail. Never share the code with anybody.`,
  }
}
