import type { RewardRule, RuleTexts } from './shape.ts'

const DAYS_ROW = [
  '내 출석',
  ['{checkInDays}일 (기준 {checkInDaysNeeded}일)', '{checkInDays}일'],
] as const

const XP_ROW = ['내 라운드 XP', '{xp} XP'] as const

const ALL_XP_ROW = ['전체 라운드 XP', '{allXp} XP'] as const

const MEMBERS_ROW = ['보상을 받은 회원', '{members}명'] as const

const POOL_ROW = ['라운드 보상', '{pool} {symbol}'] as const

const ZERO_TITLE = ['{number}라운드는 왜 0 {symbol}인가요?', '왜 보상이 없나요?'] as const

const QUALIFIED = ['{name} 님이 조건을 모두 채웠어요.', '친구가 조건을 모두 채웠어요.'] as const

const FRIEND_ROWS = [
  ['출석 일수', ['{checkInDaysNeeded}일 중 {checkInDays}일', '{checkInDays}일']],
  ['가입일', '{joinedAt<}'],
] as const

export const REWARD_KO: RuleTexts<RewardRule> = {
  round: {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 {reward} {symbol}인가요?', '왜 이만큼 받았나요?'],
      sentences: [
        [
          '{number}라운드는 {pool} {symbol}를 라운드 XP 비율로 나눴어요. 전체 {allXp} XP 중 {xp} XP를 모았어요.',
          '라운드 보상은 라운드 XP 비율로 나눠 드려요.',
        ],
        '{?checkInDaysNeeded}출석도 {checkInDays}일 해서 조건을 채웠어요.',
        '{?excusedDay}{excusedDay}은 서비스가 오래 멈췄던 날이라 출석한 날로 인정했어요.',
        '{?state=PENDING}지갑으로 보내는 중이에요.',
        '{?state=OWED}지급을 준비하고 있어요. 다음 지급 때 받을 수 있고, 기한은 없어요.',
        '{?state=CLAIMABLE}받을 준비가 됐어요. 수수료와 기한 없이 한 번에 받을 수 있어요.',
      ],
      rows: [DAYS_ROW, XP_ROW, ALL_XP_ROW, MEMBERS_ROW, POOL_ROW],
    },
    WAITING_FOR_WALLET: {
      title: ['{reward} {symbol} 보상이 기다리고 있어요', '보상이 기다리고 있어요'],
      sentences: [
        '보상을 받을 조건은 채웠지만 보낼 지갑이 아직 없어요.',
        ['{expiresAt>}까지 보관해 둘게요.', '시즌이 끝나고 30일 동안 보관해 둘게요.'],
      ],
      rows: [DAYS_ROW, XP_ROW, POOL_ROW],
    },
    EXPIRED: {
      title: ['왜 {reward} {symbol}를 받지 못했나요?', '왜 받지 못했나요?'],
      sentences: [
        [
          '{expiresAt>}까지 보관했지만 그때까지 연결된 지갑이 없어 보낼 수 없었어요.',
          '시즌이 끝나고 30일 동안 보관했지만 연결된 지갑이 없어 보낼 수 없었어요.',
        ],
      ],
      rows: [XP_ROW, POOL_ROW],
    },
    NO_XP: {
      title: ZERO_TITLE,
      sentences: [
        '라운드 보상은 라운드 XP 비율로 나누는데, 이번에는 라운드 XP가 없었어요.',
        '초대로 받은 XP는 라운드 XP에 포함되지 않아요.',
      ],
      rows: [XP_ROW, DAYS_ROW, MEMBERS_ROW, POOL_ROW],
    },
    TOO_FEW_DAYS: {
      title: ZERO_TITLE,
      sentences: [
        [
          '라운드 기간에 {checkInDaysNeeded}일 이상 출석하면 보상을 받아요. 이번에는 {checkInDays}일 출석했어요.',
          '라운드 기간에 출석 일수를 채우면 보상을 받아요.',
        ],
        '{?excusedDay}{excusedDay}은 서비스가 오래 멈췄던 날이라 출석한 날로 인정했어요.',
      ],
      rows: [DAYS_ROW, XP_ROW, MEMBERS_ROW, POOL_ROW],
    },
    TOO_SMALL: {
      title: ZERO_TITLE,
      sentences: ['조건은 채웠지만, 내 몫이 보낼 수 있는 최소 단위보다 적었어요.'],
      rows: [XP_ROW, ALL_XP_ROW, POOL_ROW],
    },
    NOT_SETTLED: {
      title: ['{number}라운드 보상은 왜 아직 없나요?', '왜 아직 보상이 없나요?'],
      sentences: [
        [
          '{number}라운드는 {endAt}까지예요. 끝난 뒤에 모두의 XP를 집계해요.',
          '라운드가 끝난 뒤에 모두의 XP를 집계해요.',
        ],
      ],
      rows: [DAYS_ROW, XP_ROW, POOL_ROW],
    },
  },
  friend: {
    WALLET_MISSING: {
      title: '왜 아직 보상이 없나요?',
      sentences: [
        ['{name} 님이 가입했지만 아직 지갑이 없어요.', '친구가 가입했지만 아직 지갑이 없어요.'],
        [
          '지갑을 만들고 {checkInDaysNeeded}일 출석하면 보상 대상이 돼요.',
          '지갑을 만들고 며칠 출석하면 보상 대상이 돼요.',
        ],
      ],
      rows: [['지갑', '아직 없음'], ...FRIEND_ROWS],
    },
    CHECK_INS_MISSING: {
      title: '왜 아직 보상이 없나요?',
      sentences: [
        [
          '{name} 님이 {checkInDaysNeeded}일 중 {checkInDays}일 출석했어요.',
          '친구가 {checkInDaysNeeded}일 중 {checkInDays}일 출석했어요.',
          '친구가 며칠 더 출석해야 해요.',
        ],
        '날짜가 이어지지 않아도 괜찮아요.',
      ],
      rows: FRIEND_ROWS,
    },
    WAITING: {
      title: '왜 아직 받을 수 없나요?',
      sentences: [
        QUALIFIED,
        [
          '그날부터 {claimDelayDays}일 뒤인 {claimableAt}부터 받을 수 있어요.',
          '{claimableAt}부터 받을 수 있어요.',
          '아직 보상을 받을 수 없어요.',
        ],
      ],
      rows: [
        ['조건을 채운 때', '{qualifiedAt}'],
        ['보상', '{reward} {symbol}'],
      ],
    },
    CLAIMABLE: {
      title: '지금 받을 수 있는 보상이에요',
      sentences: [
        QUALIFIED,
        ['지금 {reward} {symbol} 보상을 받을 수 있어요.', '지금 보상을 받을 수 있어요.'],
      ],
    },
    CLAIMED: {
      title: ['왜 {reward} {symbol}인가요?', '왜 이만큼 받았나요?'],
      sentences: [QUALIFIED, '보상을 이미 받았어요.'],
      rows: [['보상', '{reward} {symbol}']],
    },
    REFERRER_CAP: {
      title: '왜 보상이 없나요?',
      sentences: [
        QUALIFIED,
        [
          '친구 초대로는 시즌마다 {maxPerReferrer} {symbol}까지 받을 수 있는데, 그 전에 한도에 도달했어요.',
          '친구 초대 보상은 시즌마다 한도가 있는데, 그 전에 한도에 도달했어요.',
        ],
      ],
      rows: [
        ['내 시즌 한도', '{maxPerReferrer} {symbol}'],
        ['그 전에 받은 보상', '{promisedToReferrer} {symbol}'],
      ],
    },
    SEASON_BUDGET: {
      title: '왜 보상이 없나요?',
      sentences: [QUALIFIED, '그 전에 이번 시즌의 친구 초대 예산이 모두 쓰였어요.'],
      rows: [['시즌 예산', '{seasonBudget} {symbol}']],
    },
    NOT_COUNTED: {
      title: '왜 보상이 없나요?',
      sentences: [
        '탈퇴한 계정이거나, 서로 초대했거나, 지갑 또는 이메일이 이미 보상에 사용된 친구는 보상 대상이 아니에요.',
        '이 중 하나에 해당해요. 두 계정을 보호하기 위해 어떤 것인지는 알려 드릴 수 없어요.',
      ],
    },
  },
  invite: {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 이만큼 받았나요?'],
      sentences: [
        [
          '{?claimType=FIRST_INVITE}첫 친구를 초대한 보상을 받았어요.',
          '{?claimType=TOTAL_INVITE}조건을 채운 친구 {goal}명의 보상을 받았어요.',
          '{?claimType=REFERRAL}조건을 채운 친구 {friends}명의 보상을 받았어요.',
          '친구를 초대해서 받은 보상이에요.',
        ],
        '{?partBase}초대 보상에는 레벨과 티어 보너스가 적용되지 않아요.',
      ],
      rows: [['인정된 친구', ['{goal}명 중 {progress}명', '{progress}명', '{friends}명']]],
    },
  },
}
