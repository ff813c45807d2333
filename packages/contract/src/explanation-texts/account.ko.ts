import { heldForFairPlay } from './hold.ko.ts'
import type { AccountRule, RuleTexts } from './shape.ts'

const KEEP_PLAYING = '미션은 계속할 수 있어요. XP와 레벨, 순위는 그대로예요.'
const KEPT = '금액은 그대로 보관되어 있어요.'
const AUTOMATIC = '따로 하실 일은 없어요. 자동으로 보내 드려요.'

const HELD_TITLE = ['{amount} {symbol} 지급이 보류됐어요', '지급이 보류됐어요'] as const
const HELD_ROWS = [['요청', '{createdAt}']] as const

const PAUSE_REASONS = [
  '{?event=PASSWORD_RESET}{eventAt}에 비밀번호가 재설정됐어요.',
  '{?event=PASSWORD_RESET}비밀번호가 재설정됐어요.',
  '{?event=PIN_SET}{eventAt}에 첫 PIN을 설정했어요.',
  '{?event=PIN_SET}첫 PIN을 설정했어요.',
  '{?event=PIN_REPLACED}{eventAt}에 이전 PIN을 입력하지 않고 새 PIN이 설정됐어요.',
  '{?event=PIN_REPLACED}이전 PIN을 입력하지 않고 새 PIN이 설정됐어요.',
  '{?event=WALLET_REGISTERED}{eventAt}에 첫 지갑을 연결했어요.',
  '{?event=WALLET_REGISTERED}첫 지갑을 연결했어요.',
  '{?event=WALLET_CHANGED}{eventAt}에 다른 지갑이 연결됐어요.',
  '{?event=WALLET_CHANGED}다른 지갑이 연결됐어요.',
  '계정의 중요한 정보가 바뀌었어요.',
] as const

const PRICE = [
  '{?payType=XP}{price} XP',
  '{?payType=TICKET}티켓 {price}장',
  '{price} {symbol}',
] as const

const PURCHASE_ROWS = [
  ['가격', PRICE],
  ['주문', '{createdAt}'],
] as const

export const ACCOUNT_KO: RuleTexts<AccountRule> = {
  payout: {
    PAID: {
      title: ['{amount} {symbol} 지급이 끝났어요', '지급이 끝났어요'],
      sentences: ['지갑에 도착했고 네트워크에서도 확인됐어요.'],
      rows: [
        ['금액', '{amount} {symbol}'],
        ['확인', '{confirmedAt}'],
      ],
    },
    QUEUED: {
      title: ['{amount} {symbol}는 왜 아직 오지 않았나요?', '왜 아직 오지 않았나요?'],
      sentences: ['순서를 기다리고 있어요. 보통 1분 안에 보내요.'],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC],
    },
    SENT: {
      title: ['{amount} {symbol} 보내는 중이에요', '보내는 중이에요'],
      sentences: ['송금했어요. 네트워크에서 확인되면 지급이 끝나요.'],
      rows: [
        ['금액', '{amount} {symbol}'],
        ['송금', '{sentAt}'],
      ],
    },
    MEMBER_CAP: {
      title: HELD_TITLE,
      sentences: [
        [
          '한 회원에게 하루에 {perMember} {symbol}까지 지급하는데, 이번 금액을 더하면 한도를 넘어요.',
          '한 회원에게 하루에 지급하는 금액에는 한도가 있는데, 이번 금액을 더하면 한도를 넘어요.',
        ],
      ],
      rows: [
        ...HELD_ROWS,
        ['하루 한도', '{perMember} {symbol}'],
        ['오늘 받은 금액', '{paidToMember} {symbol}'],
      ],
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    DAY_CAP: {
      title: HELD_TITLE,
      sentences: [
        [
          '전체 회원에게 하루에 {perDay} {symbol}까지 지급하는데, 오늘 한도가 모두 찼어요.',
          '전체 회원에게 하루에 지급하는 금액에는 한도가 있는데, 오늘 한도가 모두 찼어요.',
        ],
        '내 계정에 문제가 있는 건 아니에요.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    ABOVE_CAP: {
      title: HELD_TITLE,
      sentences: ['한 번에 보낼 수 있는 금액보다 커서 담당자가 먼저 확인해요.'],
      rows: [...HELD_ROWS, ['한도', '{perMember} {symbol}']],
      assurances: [KEPT, KEEP_PLAYING],
    },
    NO_CAP: {
      title: HELD_TITLE,
      sentences: [
        '이 토큰의 하루 한도가 아직 정해지지 않아서 지급할 수 없어요.',
        '저희가 준비하지 못한 부분이에요. 담당자가 확인할게요.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    PAUSED: {
      title: HELD_TITLE,
      sentences: [
        PAUSE_REASONS,
        [
          '보상을 지키기 위해 그때부터 48시간, {until}까지 지급을 일시 중단해요.',
          '보상을 지키기 위해 그때부터 48시간 동안 지급을 일시 중단해요.',
        ],
      ],
      rows: HELD_ROWS,
      assurances: [
        KEEP_PLAYING,
        ['{until} 이후에 자동으로 보내 드려요.', AUTOMATIC],
        '직접 하지 않았다면 지금 비밀번호를 변경해 주세요.',
      ],
    },
    FROZEN: {
      title: HELD_TITLE,
      sentences: [
        '다른 사람이 계정을 사용했다고 신고하셨어요. 동결을 해제할 때까지 아무것도 지급되지 않아요.',
      ],
      rows: HELD_ROWS,
      assurances: [KEPT, '동결을 해제하면 자동으로 보내 드려요.'],
    },
    FAIR_PLAY: heldForFairPlay({ title: HELD_TITLE, rows: HELD_ROWS, kept: KEPT }),
    MEMBER_SUSPENDED: {
      title: HELD_TITLE,
      sentences: ['계정이 일시 정지되어 있는 동안에는 지급하지 않아요.'],
      rows: HELD_ROWS,
      assurances: [KEPT, '정지가 풀리면 자동으로 보내 드려요.'],
    },
    MEMBER_DISABLED: {
      title: HELD_TITLE,
      sentences: ['계정이 비활성화되어 있는 동안에는 지급하지 않아요.'],
      rows: HELD_ROWS,
      assurances: ['지갑과 그 안의 자산에는 영향이 없어요.'],
    },
    TREASURY_STOPPED: {
      title: HELD_TITLE,
      sentences: [
        '확인할 것이 있어서 이 네트워크의 모든 지급을 잠시 멈췄어요.',
        '회원님 잘못이 아니에요.',
      ],
      rows: HELD_ROWS,
      assurances: [KEPT, '지급이 다시 시작되면 자동으로 보내 드려요.', KEEP_PLAYING],
    },
    LOW_BALANCE: {
      title: HELD_TITLE,
      sentences: [
        '지급에 쓰는 계좌의 잔액을 먼저 채워야 해요.',
        '회원님 잘못이 아니에요. 담당자에게 알렸어요.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    SIGNER: {
      title: HELD_TITLE,
      sentences: [
        '지급 서명 시스템이 아직 승인하지 않았어요.',
        '회원님 잘못이 아니에요. 담당자가 확인할게요.',
      ],
      rows: HELD_ROWS,
      assurances: [KEPT, KEEP_PLAYING],
    },
    SECOND_NODE: {
      title: HELD_TITLE,
      sentences: [
        '모든 지급은 네트워크의 노드 두 곳에서 확인해요. 두 번째 확인을 기다리고 있어요.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    FAILED: {
      title: ['{amount} {symbol}는 왜 지급되지 않았나요?', '왜 지급되지 않았나요?'],
      sentences: [
        [
          '{?failure=NETWORK}네트워크에서 송금을 처리하지 못했어요.',
          '{?failure=LIMIT}하루 지급 한도를 넘었어요.',
          '{?failure=PAUSED}계정의 지급이 일시 중단되어 있었어요.',
          '{?failure=WALLET}보낼 때 연결된 지갑이 없었어요.',
          '{?failure=CANCELLED}담당자가 취소했어요.',
          '보내지 못했어요.',
        ],
        [
          '{?purpose=WITHDRAWAL}금액은 모두 잔액으로 돌아왔어요.',
          '금액은 기록에 그대로 남아 있어요.',
        ],
      ],
      rows: HELD_ROWS,
    },
  },
  push: {
    SENT: {
      title: '왜 알림이 안 보였나요?',
      sentences: [
        [
          '{sentAt}에 기기 {devices}대로 보냈어요.',
          '{sentAt}에 보냈어요.',
          '기기로 알림을 보냈어요.',
        ],
        '보이지 않았다면 휴대폰의 알림 설정을 확인해 주세요.',
      ],
      rows: [
        ['보낸 시간', '{sentAt}'],
        ['기기', '{devices}대'],
      ],
    },
    QUIET_HOURS: {
      title: '왜 아직 알림이 없나요?',
      sentences: [
        [
          '방해 금지 시간({quietFrom}–{quietTo})이라서 {dueAt}에 보낼게요.',
          '방해 금지 시간이라서 {dueAt}에 보낼게요.',
          '방해 금지 시간이 끝나면 보낼게요.',
        ],
      ],
      rows: [
        ['방해 금지 시간', '{quietFrom}–{quietTo}'],
        ['보낼 시간', '{dueAt}'],
      ],
    },
    QUEUED: {
      title: '왜 아직 알림이 없나요?',
      sentences: ['순서를 기다리고 있어요. 곧 보내 드려요.'],
      rows: [['보낼 시간', '{dueAt}']],
    },
    SWITCHED_OFF: {
      title: '왜 알림이 오지 않았나요?',
      sentences: ['이 종류의 알림이 꺼져 있어서 목록에만 남겨 두었어요.'],
    },
    NO_DEVICE: {
      title: '왜 알림이 오지 않았나요?',
      sentences: ['그때 알림을 받도록 설정한 기기가 없었어요.'],
    },
    DEVICE_GONE: {
      title: '왜 알림이 오지 않았나요?',
      sentences: [
        '기기가 더 이상 알림을 받지 않았어요. 앱을 지우거나 알림 권한을 해제하면 그럴 수 있어요.',
      ],
    },
    EXPIRED: {
      title: '왜 알림이 오지 않았나요?',
      sentences: [
        [
          '{expiresAt}까지 기기에 연결되지 않았어요. 그 뒤에는 이미 지난 소식이라 보내지 않았어요.',
          '제때 기기에 연결되지 않았고, 이미 지난 소식이라 보내지 않았어요.',
        ],
      ],
      rows: [['유효 시간', '{expiresAt}까지']],
    },
    REPLACED: {
      title: '왜 알림이 오지 않았나요?',
      sentences: ['보내기 전에 같은 종류의 새 알림이 생겨서 그 알림으로 대신했어요.'],
    },
    FAILED: {
      title: '왜 알림이 오지 않았나요?',
      sentences: [
        '여러 번 보냈지만 기기의 알림 서비스가 받지 않았어요.',
        '회원님 잘못이 아니에요. 다음 알림은 올 수 있어요.',
      ],
      rows: [['시도', '{attempts}번']],
    },
  },
  purchase: {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 이렇게 바뀌었나요?'],
      sentences: [
        ['‘{name}’ 상품을 구매했어요.', 'XP 상점에서 구매했어요.'],
        '시즌 XP와 레벨, 순위는 그대로예요.',
      ],
      rows: PURCHASE_ROWS,
    },
    PENDING: {
      title: '왜 아직 받지 못했나요?',
      sentences: [
        [
          '네트워크에서 결제를 확인하고 있어요. 블록 {confirmationsNeeded}개 중 {confirmations}개가 확인됐어요.',
          '{?state=OPEN}아직 결제가 들어오지 않았어요.',
          '결제가 확인되기를 기다리고 있어요.',
        ],
      ],
      rows: [...PURCHASE_ROWS, ['결제 기한', '{payBy}']],
      assurances: ['화면을 나가도 괜찮아요. 끝나면 알려 드릴게요.'],
    },
    FAILED: {
      title: '왜 구매하지 못했나요?',
      sentences: [
        [
          '{?failure=EXPIRED}기한 안에 결제가 들어오지 않았어요.',
          '{?failure=REVERSED}네트워크에서 결제가 취소되어 구매도 취소됐어요.',
          '결제가 완료되지 않았어요.',
        ],
      ],
      rows: [...PURCHASE_ROWS, ['결제 기한', '{payBy}']],
    },
    CANCELLED: {
      title: '왜 취소됐나요?',
      sentences: ['결제하기 전에 직접 취소한 주문이에요.'],
      rows: PURCHASE_ROWS,
    },
  },
  refund: {
    WAITING: {
      title: '왜 아직 결정되지 않았나요?',
      sentences: [
        [
          '{?forOperator=true}담당자가 요청을 보고 있어요. 보통 하루 정도 걸려요.',
          '먼저 결제를 확인하고 있어요. 곧 알려 드릴게요.',
        ],
      ],
      rows: [['요청', '{requestedAt}']],
    },
    GIVEN_BACK: {
      title: ['왜 {total}인가요?', '왜 환불됐나요?'],
      sentences: [
        [
          '{?type=UNCREDITED}결제는 들어왔지만 상품을 지급하지 못했어요.',
          '받은 상품을 사용하지 않고 반품했어요.',
        ],
        '그래서 결제한 만큼 돌려 드렸어요.',
      ],
      rows: [
        ['요청', '{requestedAt}'],
        ['결정', '{decidedAt}'],
      ],
    },
    CREDITED: {
      title: '왜 환불되지 않았나요?',
      sentences: ['결제를 찾아서 환불하는 대신 상품을 지급했어요.'],
      rows: [['결정', '{decidedAt}']],
    },
    WAS_CREDITED: {
      title: '왜 환불되지 않았나요?',
      sentences: ['요청하셨을 때는 이미 상품이 지급된 뒤였어요.'],
      rows: [['지급', '{completedAt}']],
    },
    NOTHING_PAID: {
      title: '왜 환불되지 않았나요?',
      sentences: ['이 주문의 결제를 찾아봤지만 확인되지 않았어요.'],
      rows: [
        ['요청', '{requestedAt}'],
        ['결정', '{decidedAt}'],
      ],
    },
    SPENT: {
      title: '왜 환불되지 않았나요?',
      sentences: ['받은 상품이 그대로 있어야 반품할 수 있는데, 이미 일부를 사용했어요.'],
      rows: [['결정', '{decidedAt}']],
    },
    DECLINED: {
      title: '왜 환불되지 않았나요?',
      sentences: [
        '담당자가 요청을 검토했지만 환불을 승인하지 못했어요.',
        '답변은 내역에서 볼 수 있어요.',
      ],
      rows: [['결정', '{decidedAt}']],
    },
    UNMATCHED: {
      title: ['왜 {total}인가요?', '왜 환불됐나요?'],
      sentences: ['어느 주문과도 맞지 않는 결제라서 네트워크 수수료를 빼고 돌려 드렸어요.'],
      rows: [['네트워크 수수료', ['{fee} {symbol}', '{fee}']]],
    },
  },
  adjustment: {
    GRANTED: {
      title: ['왜 {total}인가요?', '왜 바뀌었나요?'],
      sentences: [['담당자가 잔액을 바로잡았어요: {reason}', '담당자가 잔액을 바로잡았어요.']],
    },
  },
  refusal: {
    REFUSED: {
      title: '왜 안 됐나요?',
      sentences: ['{message}'],
      rows: [
        ['금액', '{amount} {symbol}'],
        ['내 잔액', '{balance} {symbol}'],
        ['최소 금액', '{minWithdraw} {symbol}'],
        ['그날 출금한 금액', '{withdrawnToday} {symbol} (한도 {maxWithdrawPerDay} {symbol})'],
        ['중단 종료', '{pausedUntil}'],
        ['인정된 친구', '{goal}명 중 {invites}명'],
        ['시도', '{count}번'],
        ['마지막 시도', '{lastAt}'],
      ],
    },
  },
}
