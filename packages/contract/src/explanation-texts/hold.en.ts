import type { OutcomeText } from './shape.ts'

type Shared = Required<Pick<OutcomeText, 'title' | 'rows'>> & { kept: string }

/** Explains a payout that is on hold for fair play. It names neither a signal nor a member. */
export const heldForFairPlay = ({ title, rows, kept }: Shared): OutcomeText => ({
  title,
  sentences: [
    'Several accounts look connected with yours. That can have an innocent reason, so a person checks it.',
    [
      'If nobody decides by {until}, we’ll pay you automatically.',
      'If nobody decides in time, we’ll pay you automatically.',
    ],
  ],
  rows,
  assurances: [kept, 'You can keep playing: your XP, level and rank aren’t affected.'],
})
