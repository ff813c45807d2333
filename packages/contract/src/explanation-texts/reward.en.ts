import type { RewardRule, RuleTexts } from './shape.ts'

export const REWARD_EN: RuleTexts<RewardRule> = {
  round: {
    GRANTED: {
      title: ['Why {total}?', 'Why {reward} {symbol}?', 'Why this reward?'],
      sentences: [
        [
          'Round {number} shared {pool} {symbol} by round XP. You earned {xp} of {allXp} XP.',
          'A round shares its pool by round XP, and this is your share.',
        ],
        [
          'You checked in on {checkInDays|day|days}, and {checkInDaysNeeded} were needed.',
          '{?checkInDays}You checked in often enough.',
        ],
        '{?excusedDay}{excusedDay} counts as well: members couldn’t check in for long enough that day.',
        '{?state=PENDING}The payout to your wallet is still under way.',
        '{?state=OWED}We’re preparing it. It will be ready with the next payout run, and it can’t expire.',
        '{?state=CLAIMABLE}It’s ready to claim: one tap, no fee, no deadline.',
      ],
      rows: [
        ['Your days', ['{checkInDays} of {checkInDaysNeeded} needed', '{checkInDays}']],
        ['Your round XP', '{xp} XP'],
        ['Everyone’s round XP', '{allXp} XP'],
        ['Shared by', '{members|member|members}'],
        ['Pool', '{pool} {symbol}'],
      ],
    },
    WAITING_FOR_WALLET: {
      title: ['{reward} {symbol} is waiting for you', 'Your reward is waiting for you'],
      sentences: [
        'You earned this reward, but there’s no wallet yet that we could pay it to.',
        ['We’ll keep it until {expiresAt>}.', 'We’ll keep it until 30 days after the season ends.'],
      ],
      rows: [
        ['Your days', ['{checkInDays} of {checkInDaysNeeded} needed', '{checkInDays}']],
        ['Your round XP', '{xp} XP'],
        ['Pool', '{pool} {symbol}'],
      ],
    },
    EXPIRED: {
      title: ['Why wasn’t {reward} {symbol} paid?', 'Why wasn’t it paid?'],
      sentences: [
        [
          'The reward waited for a wallet until {expiresAt>}, and none was connected by then.',
          'The reward waited for a wallet until 30 days after the season, and none was connected by then.',
        ],
      ],
      rows: [
        ['Your round XP', '{xp} XP'],
        ['Pool', '{pool} {symbol}'],
      ],
    },
    NO_XP: {
      title: ['Why 0 {symbol} in round {number}?', 'Why no reward?'],
      sentences: [
        'A round shares its pool by round XP, and you earned none in this one.',
        'XP from invites doesn’t count as round XP.',
      ],
      rows: [
        ['Your round XP', '{xp} XP'],
        ['Your days', ['{checkInDays} of {checkInDaysNeeded} needed', '{checkInDays}']],
        ['Shared by', '{members|member|members}'],
        ['Pool', '{pool} {symbol}'],
      ],
    },
    TOO_FEW_DAYS: {
      title: ['Why 0 {symbol} in round {number}?', 'Why no reward?'],
      sentences: [
        [
          'A round pays members who checked in on at least {checkInDaysNeeded} of its days. You checked in on {checkInDays}.',
          'A round pays members who checked in on enough of its days.',
        ],
        '{?excusedDay}{excusedDay} counts as well: members couldn’t check in for long enough that day.',
      ],
      rows: [
        ['Your days', ['{checkInDays} of {checkInDaysNeeded} needed', '{checkInDays}']],
        ['Your round XP', '{xp} XP'],
        ['Shared by', '{members|member|members}'],
        ['Pool', '{pool} {symbol}'],
      ],
    },
    TOO_SMALL: {
      title: ['Why 0 {symbol} in round {number}?', 'Why no reward?'],
      sentences: [
        'You met the conditions, but your share of the pool was smaller than the smallest amount we can pay.',
      ],
      rows: [
        ['Your round XP', '{xp} XP'],
        ['Everyone’s round XP', '{allXp} XP'],
        ['Pool', '{pool} {symbol}'],
      ],
    },
    NOT_SETTLED: {
      title: ['Why no reward from round {number} yet?', 'Why no reward yet?'],
      sentences: [
        [
          'Round {number} runs until {endAt}. We count everyone’s XP after that.',
          'We count everyone’s XP after the round ends.',
        ],
      ],
      rows: [
        ['Your days', ['{checkInDays} of {checkInDaysNeeded} needed', '{checkInDays}']],
        ['Your round XP', '{xp} XP'],
        ['Pool', '{pool} {symbol}'],
      ],
    },
  },
  friend: {
    WALLET_MISSING: {
      title: 'Why no reward yet?',
      sentences: [
        [
          '{name} has joined but has no wallet yet.',
          'Your friend has joined but has no wallet yet.',
        ],
        [
          'With a wallet and {checkInDaysNeeded|check-in day|check-in days}, your friend counts.',
          'With a wallet and a few check-ins, your friend counts.',
        ],
      ],
      rows: [
        ['Wallet', 'Not yet'],
        ['Check-in days', ['{checkInDays} of {checkInDaysNeeded}', '{checkInDays}']],
        ['Joined', '{joinedAt<}'],
      ],
    },
    CHECK_INS_MISSING: {
      title: 'Why no reward yet?',
      sentences: [
        [
          '{name} has checked in on {checkInDays} of {checkInDaysNeeded} days.',
          'Your friend has checked in on {checkInDays} of {checkInDaysNeeded} days.',
          'Your friend needs a few more check-in days.',
        ],
        'The days don’t need to be consecutive.',
      ],
      rows: [
        ['Check-in days', ['{checkInDays} of {checkInDaysNeeded}', '{checkInDays}']],
        ['Joined', '{joinedAt<}'],
      ],
    },
    WAITING: {
      title: 'Why can’t I claim yet?',
      sentences: [
        ['{name} qualified.', 'Your friend qualified.'],
        [
          'You can claim {claimDelayDays|day|days} after that, from {claimableAt}.',
          'You can claim from {claimableAt}.',
          'The reward isn’t ready to claim yet.',
        ],
      ],
      rows: [
        ['Qualified', '{qualifiedAt}'],
        ['Reward', '{reward} {symbol}'],
      ],
    },
    CLAIMABLE: {
      title: 'This reward is yours to claim',
      sentences: [
        ['{name} met every condition.', 'Your friend met every condition.'],
        ['You can claim {reward} {symbol} now.', 'You can claim the reward now.'],
      ],
    },
    CLAIMED: {
      title: ['Why {reward} {symbol}?', 'Why this reward?'],
      sentences: [
        [
          '{name} met every condition, and you claimed the reward.',
          'Your friend met every condition, and you claimed the reward.',
        ],
      ],
      rows: [['Reward', '{reward} {symbol}']],
    },
    REFERRER_CAP: {
      title: 'Why is there no reward?',
      sentences: [
        ['{name} met every condition.', 'Your friend met every condition.'],
        [
          'You can earn up to {maxPerReferrer} {symbol} with friends in a season, and you’d reached it before.',
          'There’s a limit to what you can earn with friends in a season, and you’d reached it before.',
        ],
      ],
      rows: [
        ['Your limit this season', '{maxPerReferrer} {symbol}'],
        ['Earned before', '{promisedToReferrer} {symbol}'],
      ],
    },
    SEASON_BUDGET: {
      title: 'Why is there no reward?',
      sentences: [
        ['{name} met every condition.', 'Your friend met every condition.'],
        'All members together had used up this season’s budget for friends by then.',
      ],
      rows: [['Budget of the season', '{seasonBudget} {symbol}']],
    },
    NOT_COUNTED: {
      title: 'Why is there no reward?',
      sentences: [
        'A friend doesn’t count if their account was deleted, if you invited each other, or if their wallet or email already earned a reward.',
        'One of these applies here. We can’t say which, to protect both accounts.',
      ],
    },
  },
  invite: {
    GRANTED: {
      title: ['Why {total}?', 'Why this reward?'],
      sentences: [
        [
          '{?claimType=FIRST_INVITE}You claimed the reward for your first friend.',
          '{?claimType=TOTAL_INVITE}You claimed the reward for {goal|friend|friends} who qualified.',
          '{?claimType=REFERRAL}You claimed the reward of {friends|friend|friends} who qualified.',
          'You claimed this reward for inviting friends.',
        ],
        '{?partBase}Level and tier bonuses don’t apply to invites.',
      ],
      rows: [['Friends who count', ['{progress} of {goal}', '{progress}', '{friends}']]],
    },
  },
}
