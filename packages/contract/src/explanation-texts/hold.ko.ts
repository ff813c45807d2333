import type { OutcomeText } from './shape.ts'

type Shared = Required<Pick<OutcomeText, 'title' | 'rows'>> & { kept: string }

/** Explains a payout that is on hold for fair play. It names neither a signal nor a member. */
export const heldForFairPlay = ({ title, rows, kept }: Shared): OutcomeText => ({
  title,
  sentences: [
    '회원님의 계정과 연결된 것으로 보이는 계정이 여러 개 있어요. 문제없는 경우일 수도 있어서 담당자가 확인해요.',
    [
      '{until}까지 결정이 없으면 자동으로 지급해 드려요.',
      '기한까지 결정이 없으면 자동으로 지급해 드려요.',
    ],
  ],
  rows,
  assurances: [kept, '활동은 계속하실 수 있어요. XP, 레벨, 순위는 그대로예요.'],
})
