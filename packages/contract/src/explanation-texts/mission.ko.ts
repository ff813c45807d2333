import type { MissionRule, RuleTexts } from './shape.ts'

const BONUSES = [
  [
    '{?partTierBonus}{tier} 티어는 {tierPercent%}를 더 받아요.',
    '{?partTierBonus}내 티어는 {tierPercent%}를 더 받아요.',
    '{?partTierBonus}티어 보너스도 더해졌어요.',
  ],
  [
    '{?partLevelBonus}레벨 {level} 보너스로 {levelPercent%}가 더해졌어요.',
    '{?partLevelBonus}레벨 보너스로 {levelPercent%}가 더해졌어요.',
    '{?partLevelBonus}레벨 보너스도 더해졌어요.',
  ],
] as const

export const MISSION_KO: RuleTexts<MissionRule> = {
  'check-in': {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 이만큼 받았나요?'],
      sentences: [
        ['출석할 때마다 {baseXp} XP를 받아요.', '출석할 때마다 XP를 받아요.'],
        [
          '{?partFifthBonus}이번이 {number#} 출석이고, {bonusEvery}번마다 {bonusXp} XP를 더 받아요.',
          '{?partFifthBonus}이번에는 출석 보너스도 더해졌어요.',
        ],
        ...BONUSES,
      ],
    },
    CHECK_IN_CLOSED: {
      title: ['{?lastAt}왜 출석할 수 없었나요?', '왜 지금은 출석할 수 없나요?'],
      sentences: [
        '출석 체크는 매일 01:00부터 23:59(UTC+4)까지 할 수 있어요.',
        [
          '{lastAt<}에는 출석 체크 시간이 아닐 때 시도했어요.',
          '지금은 잠시 닫혀 있지만 오늘 출석을 놓친 건 아니에요.',
        ],
      ],
    },
    DONE_TODAY: {
      title: ['{?lastAt}왜 다시 출석할 수 없었나요?', '왜 다시 출석할 수 없나요?'],
      sentences: [
        [
          '출석 체크는 하루 한 번이고, {lastAt<}에는 이미 출석한 뒤였어요.',
          '출석 체크는 하루 한 번이고, 오늘은 이미 했어요.',
        ],
        '이번 시즌 {number#} 출석이에요.',
      ],
    },
    AVAILABLE: {
      title: '지금 할 수 있어요',
      sentences: ['지금은 출석 체크 시간이에요. 오늘 출석이 아직 남아 있어요.'],
    },
  },
  spin: {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 이 보상인가요?'],
      sentences: [
        [
          '룰렛이 {prizeXp} XP에서 멈췄어요. 당첨 확률은 {chancePercent%}예요.',
          '룰렛이 {prizeXp} XP에서 멈췄어요.',
          '룰렛이 멈춘 칸의 보상이에요.',
        ],
        ['{?usedTicket=true}티켓 1장으로 돌렸어요.', '{?usedTicket=false}무료로 돌렸어요.'],
        '룰렛에는 레벨과 티어 보너스가 적용되지 않아요.',
      ],
    },
    NO_SPINS_LEFT: {
      title: ['{?lastAt}왜 룰렛을 돌릴 수 없었나요?', '왜 룰렛을 돌릴 수 없나요?'],
      sentences: [
        [
          '하루 {freePerDay}번 무료인데 {lastAt<}에는 이미 {freeUsedToday}번 돌린 뒤였어요.',
          '{lastAt<}에는 그날의 무료 횟수를 모두 쓴 뒤였어요.',
          '하루 {freePerDay}번 무료인데 오늘 {freeUsedToday}번 돌렸어요.',
          '오늘의 무료 횟수를 모두 썼어요.',
        ],
        [
          '{?lastAt}{?tickets=0}더 돌릴 수 있는 티켓도 없었어요.',
          '{?lastAt}더 돌리려면 티켓 {ticketsPerSpin}장이 필요한데 그때 {tickets}장 있었어요.',
          '{?tickets=0}더 돌릴 수 있는 티켓도 없어요.',
          '더 돌리려면 티켓 {ticketsPerSpin}장이 필요한데 지금 {tickets}장 있어요.',
          '더 돌리려면 티켓이 필요해요.',
        ],
      ],
      rows: [
        ['사용한 무료 횟수', ['{freePerDay}번 중 {freeUsedToday}번', '{freeUsedToday}번']],
        ['내 티켓', '{tickets}장'],
      ],
    },
    COMMITMENT_CHANGED: {
      title: '왜 추첨되지 않았나요?',
      sentences: [
        '화면을 연 뒤에 룰렛이 바뀌어서 추첨하지 않았어요.',
        '횟수도 티켓도 차감되지 않았어요. 다시 돌려 주세요.',
      ],
    },
    AVAILABLE: {
      title: '지금 할 수 있어요',
      sentences: ['룰렛 횟수가 남아 있어요. 지금 돌려 보세요.'],
    },
  },
  ticket: {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 이만큼 받았나요?'],
      sentences: [
        [
          '{tier} 티어는 하루에 티켓 {ticketsPerDay}장을 받아요.',
          '내 티어는 하루에 티켓 {ticketsPerDay}장을 받아요.',
          '하루에 받는 티켓 수는 티어에 따라 달라요.',
        ],
        '하루에 한 번 받을 수 있어요.',
      ],
    },
    DONE_TODAY: {
      title: ['{?lastAt}왜 다시 받을 수 없었나요?', '왜 다시 받을 수 없나요?'],
      sentences: [
        [
          '{lastAt<}에는 그날의 티켓 {ticketsPerDay}장을 이미 받은 뒤였어요.',
          '{lastAt<}에는 그날의 티켓을 이미 받은 뒤였어요.',
          '오늘의 티켓 {ticketsPerDay}장을 이미 받았어요.',
          '오늘의 티켓을 이미 받았어요.',
        ],
        '매일 00:00(UTC+4)에 새 티켓이 준비돼요.',
      ],
      rows: [['내 티어', '{tier}']],
    },
    AVAILABLE: {
      title: '지금 할 수 있어요',
      sentences: ['오늘의 티켓이 준비되어 있어요.'],
    },
  },
  mission: {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 이만큼 받았나요?'],
      sentences: [
        ['미션을 완료해서 {rewardXp} XP를 받았어요.', '미션을 완료해서 받은 XP예요.'],
        ...BONUSES,
      ],
    },
    AVAILABLE: {
      title: '지금 할 수 있어요',
      sentences: ['지금 참여할 수 있는 미션이에요.'],
    },
    DONE: {
      title: '왜 다시 할 수 없나요?',
      sentences: ['한 번만 할 수 있는 미션이고, 이미 완료했어요.'],
      rows: [['완료', ['{doneAt}', '{doneOn}']]],
    },
    DONE_TODAY: {
      title: ['{?lastAt}왜 더 할 수 없었나요?', '왜 오늘은 더 할 수 없나요?'],
      sentences: [
        [
          '하루에 한 번 하는 미션이고, {lastAt<}에는 이미 완료한 뒤였어요.',
          '하루에 한 번 하는 미션이고, 오늘은 이미 완료했어요.',
        ],
      ],
    },
    BUDGET_SPENT: {
      title: '왜 닫혔나요?',
      sentences: [
        [
          '모두를 위해 준비한 보상 {maxCompletions}개가 모두 소진됐어요.',
          '준비한 보상이 모두 소진됐어요.',
        ],
        '내 계정에 문제가 있는 건 아니에요.',
      ],
      rows: [
        ['준비한 보상', '{maxCompletions}개'],
        ['남은 보상', '{budgetLeft}개'],
      ],
    },
    SEASON_UPCOMING: {
      title: ['{?lastAt}왜 시작할 수 없었나요?', '왜 아직 시작할 수 없나요?'],
      sentences: [
        '{lastAt<}에는 시즌이 아직 시작되지 않았어요.',
        [
          '{?lastAt}시즌이 시작되면 함께 열려요.',
          '{startAt}에 시즌과 함께 열려요.',
          '시즌이 시작되면 함께 열려요.',
        ],
        ['{?lastAt}그때까지 미리 둘러볼 수 있었어요.', '그때까지 미리 둘러볼 수 있어요.'],
      ],
    },
    SEASON_ENDED: {
      title: '왜 닫혔나요?',
      sentences: [
        ['{endAt}에 시즌이 끝났어요.', '시즌이 끝났어요.'],
        '그동안 받은 보상은 그대로예요.',
      ],
    },
    SEASON_PAUSED: {
      title: ['{?lastAt}왜 XP를 받을 수 없었나요?', '왜 지금은 XP를 받을 수 없나요?'],
      sentences: [
        [
          '{lastAt<}에는 모든 회원의 적립이 잠시 중단된 상태였어요.',
          '문제를 해결하는 동안 모든 회원의 적립을 잠시 중단했어요.',
        ],
        '그동안 받은 보상은 그대로예요.',
      ],
    },
    MISSION_OFF: {
      title: ['{?lastAt}왜 이 미션을 할 수 없었나요?', '왜 이 미션이 닫혔나요?'],
      sentences: [
        [
          '{lastAt<}에는 이 미션이 모든 회원에게 닫혀 있었어요.',
          '이 미션은 지금 모든 회원에게 닫혀 있어요.',
        ],
        '내 계정에 문제가 있는 건 아니고, 받은 보상은 그대로예요.',
      ],
    },
    NOT_EXECUTABLE: {
      title: '왜 여기서는 할 수 없나요?',
      sentences: ['이 화면에서 완료하는 미션이 아니에요. 해당 활동을 하면 자동으로 반영돼요.'],
    },
    LINK_NOT_OPENED: {
      title: '왜 완료되지 않았나요?',
      sentences: [
        [
          '링크를 열어야 시작되는 미션인데, {lastAt<}에는 연 기록이 없었어요.',
          '링크를 열어야 시작되는 미션인데, 아직 연 기록이 없어요.',
        ],
        '여기서 링크를 열고 둘러본 뒤 돌아와 주세요.',
      ],
    },
    LINK_OPENED_TOO_RECENTLY: {
      title: '왜 아직 완료되지 않았나요?',
      sentences: [
        [
          '{lastAt<}에는 페이지를 {waitSeconds}초 동안 열어 두지 않았어요.',
          '{lastAt<}에는 페이지를 충분히 열어 두지 않았어요.',
          '거의 다 됐어요. 페이지를 {waitSeconds}초 동안 열어 두어야 해요.',
          '거의 다 됐어요. 페이지를 조금만 더 둘러봐 주세요.',
        ],
        '그런 다음 돌아와서 다시 시도해 주세요.',
      ],
      rows: [['링크를 연 시간', '{openedAt}']],
    },
    CODE_WRONG: {
      title: '왜 코드가 맞지 않나요?',
      sentences: [
        [
          '{lastAt<}에 입력한 코드가 미션의 코드와 달랐어요. 대소문자는 구분하지 않아요.',
          '입력한 코드가 미션의 코드와 달라요. 대소문자는 구분하지 않아요.',
        ],
        '코드를 다시 확인하고 입력해 주세요.',
      ],
    },
    WALLET_MISSING: {
      title: '왜 지갑이 필요한가요?',
      sentences: [
        '지갑에 있는 자산을 확인하는 미션이라 지갑이 있어야 해요. 1분이면 만들 수 있어요.',
      ],
    },
    ONCHAIN_UNPROVEN: {
      title: '왜 아직 완료되지 않았나요?',
      sentences: [
        [
          '{lastAt<}에 네트워크에서 내 지갑을 확인했지만 그때는 기록을 찾지 못했어요.',
          '네트워크에서 내 지갑을 확인했지만 아직 기록을 찾지 못했어요.',
        ],
        '반영되는 데 몇 분 걸릴 수 있어요. 잠시 후 다시 시도해 주세요.',
      ],
      rows: [
        ['필요한 수량', ['{needed} {symbol}', '{needed}']],
        ['확인된 수량', ['{found} {symbol}', '{found}']],
      ],
    },
    ONCHAIN_ADDRESS_USED: {
      title: '왜 이 지갑은 안 되나요?',
      sentences: ['이 미션은 지갑마다 한 번만 인정되는데, 이미 사용된 지갑이에요.'],
    },
    CHAIN_UNREACHABLE: {
      title: '왜 확인하지 못했나요?',
      sentences: [
        [
          '{lastAt<}에는 네트워크가 응답하지 않아서 지갑을 확인하지 못했어요.',
          '지금 네트워크가 응답하지 않아서 지갑을 확인하지 못했어요.',
        ],
        [
          '{?lastAt}회원님 잘못이 아니에요. 다시 시도해 주세요.',
          '회원님 잘못이 아니에요. 몇 분 뒤에 다시 시도해 주세요.',
        ],
      ],
    },
    MEMBER_SUSPENDED: {
      title: '왜 참여할 수 없나요?',
      sentences: ['계정이 일시 정지되어 있는 동안에는 미션에 참여할 수 없어요.'],
    },
    MEMBER_DISABLED: {
      title: '왜 참여할 수 없나요?',
      sentences: ['계정이 비활성화되어 있는 동안에는 미션에 참여할 수 없어요.'],
    },
    MEMBER_DELETED: {
      title: '왜 참여할 수 없나요?',
      sentences: ['삭제된 계정이에요.'],
    },
  },
}
