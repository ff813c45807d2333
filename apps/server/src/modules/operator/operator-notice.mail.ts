import type { Language } from '@solstice/contract/messages'
import type { OperatorEvent } from './operator-identity.table.ts'

/** `{subject}`, `{by}`, `{role}` and `{season}` are filled in. */
type Sentences = { subject: string; heading: string; event: string; advice: string }

export const SENTENCES: Record<OperatorEvent, Record<Language, Sentences>> = {
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
  DISABLED: {
    en: {
      subject: 'Your Solstice console account was disabled',
      heading: 'Your account was disabled',
      event: '{by} disabled your operator account. All your sessions ended.',
      advice: 'If you have questions, ask another owner.',
    },
    ko: {
      subject: 'Solstice 콘솔 계정이 비활성화됐어요',
      heading: '계정이 비활성화됐어요',
      event: '{by} 님이 운영자 계정을 비활성화했어요. 모든 세션이 종료됐어요.',
      advice: '궁금한 점은 다른 소유자에게 문의해 주세요.',
    },
  },
  ROLE_CHANGED: {
    en: {
      subject: 'Your role in the Solstice console was changed',
      heading: 'Your role was changed',
      event: '{by} changed your role to {role}. All your sessions ended.',
      advice: 'If you have questions, ask another owner.',
    },
    ko: {
      subject: 'Solstice 콘솔 역할이 변경됐어요',
      heading: '역할이 변경됐어요',
      event: '{by} 님이 회원님의 역할을 {role}(으)로 변경했어요. 모든 세션이 종료됐어요.',
      advice: '궁금한 점은 다른 소유자에게 문의해 주세요.',
    },
  },
  COLLEAGUE_DISABLED: {
    en: {
      subject: 'An operator of Solstice was disabled: {subject}',
      heading: '{subject} was disabled',
      event: '{by} disabled the operator {subject}.',
      advice:
        'For seven days {subject} still counts as a second person and can object. If you did not expect this, freeze the treasury and check the audit.',
    },
    ko: {
      subject: 'Solstice 운영자가 비활성화됐어요: {subject}',
      heading: '{subject} 님이 비활성화됐어요',
      event: '{by} 님이 운영자 {subject} 님을 비활성화했어요.',
      advice:
        '{subject} 님은 7일 동안 승인자로 계산되고 이의를 제기할 수 있어요. 예상하지 못한 일이라면 지급을 동결하고 감사 기록을 확인해 주세요.',
    },
  },
  COLLEAGUE_ROLE_CHANGED: {
    en: {
      subject: 'The role of an operator of Solstice was changed: {subject}',
      heading: 'The role of {subject} was changed',
      event: '{by} changed the role of {subject} to {role}.',
      advice: 'If you did not expect this, check the audit and ask another owner.',
    },
    ko: {
      subject: 'Solstice 운영자의 역할이 변경됐어요: {subject}',
      heading: '{subject} 님의 역할이 변경됐어요',
      event: '{by} 님이 {subject} 님의 역할을 {role}(으)로 변경했어요.',
      advice: '예상하지 못한 일이라면 감사 기록을 확인하고 다른 소유자에게 문의해 주세요.',
    },
  },
  COLLEAGUE_FACTOR_ADDED: {
    en: {
      subject: 'An operator of Solstice has a new sign-in method: {subject}',
      heading: '{subject} has a new sign-in method',
      event:
        'A passkey, or a password with an authenticator app, was added to the account of {subject}.',
      advice: 'If {subject} did not do this, disable the account right away.',
    },
    ko: {
      subject: 'Solstice 운영자에게 새 로그인 수단이 추가됐어요: {subject}',
      heading: '{subject} 님에게 새 로그인 수단이 추가됐어요',
      event: '{subject} 님의 계정에 패스키, 또는 비밀번호와 인증 앱이 추가됐어요.',
      advice: '{subject} 님이 직접 추가한 것이 아니라면 계정을 바로 비활성화해 주세요.',
    },
  },
  OBJECTION: {
    en: {
      subject: 'An operator of Solstice objects: {subject}',
      heading: '{subject} objects',
      event:
        '{subject} lost rights in the console and objects. Proposals that no second person could approve were declined.',
      advice: 'The audit contains the reason. If you did not expect this, freeze the treasury.',
    },
    ko: {
      subject: 'Solstice 운영자가 이의를 제기했어요: {subject}',
      heading: '{subject} 님이 이의를 제기했어요',
      event:
        '콘솔 권한이 줄어든 {subject} 님이 이의를 제기했어요. 다른 승인자가 없는 승인 요청은 거절됐어요.',
      advice: '이유는 감사 기록에 있어요. 예상하지 못한 일이라면 지급을 동결해 주세요.',
    },
  },
  SCHEDULE_SUSPENDED: {
    en: {
      subject: 'A season of Solstice was not published: {season}',
      heading: '{season} was not published',
      event:
        'The season {season} was scheduled for publication, but a condition is no longer met. Nothing was published.',
      advice: 'Open the season in the console, solve the problems and schedule it again.',
    },
    ko: {
      subject: 'Solstice 시즌이 공개되지 않았어요: {season}',
      heading: '{season} 시즌이 공개되지 않았어요',
      event:
        '{season} 시즌의 예약 공개 시점에 조건이 충족되지 않았어요. 아무것도 공개되지 않았어요.',
      advice: '콘솔에서 시즌을 열고 문제를 해결한 뒤 다시 예약해 주세요.',
    },
  },
}

/** Names the server itself where no operator caused an event. */
export const SYSTEM: Record<Language, string> = { en: 'The system', ko: '시스템' }

/** Offers a person who lost rights to object. */
export const OBJECTION_LINK: Record<Language, { offer: string; label: string }> = {
  en: {
    offer:
      'If you did not expect this, open the link within seven days to object. Proposals that no second person can approve are then declined, and every operator is told.',
    label: 'Review and object',
  },
  ko: {
    offer:
      '예상하지 못한 일이라면 7일 안에 링크를 열어 이의를 제기해 주세요. 다른 승인자가 없는 승인 요청이 거절되고 모든 운영자에게 알려요.',
    label: '확인하고 이의 제기하기',
  },
}
