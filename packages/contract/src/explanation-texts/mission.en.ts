import type { MissionRule, RuleTexts } from './shape.ts'

const BONUSES = [
  [
    '{?partTierBonus}{tier} adds {tierPercent%}.',
    '{?partTierBonus}Your tier adds {tierPercent%}.',
    '{?partTierBonus}Your tier adds a bonus.',
  ],
  [
    '{?partLevelBonus}Level {level} adds {levelPercent%}.',
    '{?partLevelBonus}Your level adds {levelPercent%}.',
    '{?partLevelBonus}Your level adds a bonus.',
  ],
] as const

const CHECK_IN_HOURS = 'Check-in opens at 01:00 and closes at 23:59 (UTC+4) every day.'

const SEASON_UPCOMING = {
  title: ['{?lastAt}Why couldn’t I start?', 'Why can’t I start yet?'],
  sentences: [
    '{?lastAt}When you tried on {lastAt<}, the season hadn’t started.',
    [
      '{?lastAt}This opens with the season.',
      'This opens with the season on {startAt}.',
      'This opens with the season.',
    ],
    ['{?lastAt}You could look around until then.', 'You can look around until then.'],
  ],
} as const

const SEASON_ENDED = {
  title: 'Why is this closed?',
  sentences: [
    ['The season ended on {endAt}.', 'The season has ended.'],
    'Everything you earned stays yours.',
  ],
} as const

const AVAILABLE = {
  title: 'You can do this now',
  sentences: ['Nothing is in the way. It’s open for you.'],
} as const

export const MISSION_EN: RuleTexts<MissionRule> = {
  'check-in': {
    GRANTED: {
      title: ['Why {total}?', 'Why this XP?'],
      sentences: [
        ['Every check-in gives {baseXp} XP.', 'Every check-in gives XP.'],
        [
          '{?partFifthBonus}This was your {number#}, and every {bonusEvery#} one brings {bonusXp} XP more.',
          '{?partFifthBonus}This one brought a bonus on top.',
        ],
        ...BONUSES,
      ],
    },
    CHECK_IN_CLOSED: {
      title: ['{?lastAt}Why was check-in closed?', 'Why is check-in closed?'],
      sentences: [
        CHECK_IN_HOURS,
        [
          'You tried on {lastAt<} while it was closed.',
          'It’s closed right now, and you haven’t missed today.',
        ],
      ],
    },
    DONE_TODAY: {
      title: ['{?lastAt}Why couldn’t I check in again?', 'Why can’t I check in again?'],
      sentences: [
        [
          'On {lastAt<} you had already checked in, and it counts once a day.',
          'You’ve already checked in today, and it counts once a day.',
        ],
        'This was your {number#} check-in of the season.',
      ],
    },
    AVAILABLE: { ...AVAILABLE, sentences: ['Check-in is open, and today is still yours to take.'] },
  },
  spin: {
    GRANTED: {
      title: ['Why {total}?', 'Why this prize?'],
      sentences: [
        [
          'The wheel stopped at {prizeXp} XP. This prize has a {chancePercent%} chance.',
          'The wheel stopped at {prizeXp} XP.',
          'This is what the wheel stopped at.',
        ],
        ['{?usedTicket=true}The spin cost 1 ticket.', '{?usedTicket=false}The spin was free.'],
        'Level and tier bonuses don’t apply to spins.',
      ],
    },
    NO_SPINS_LEFT: {
      title: ['{?lastAt}Why couldn’t I spin?', 'Why can’t I spin?'],
      sentences: [
        [
          'You get {freePerDay|free spin|free spins} a day and had used {freeUsedToday} on {lastAt<}.',
          'On {lastAt<} you had used that day’s free spins.',
          'You get {freePerDay|free spin|free spins} a day and have used {freeUsedToday} today.',
          'You’ve used today’s free spins.',
        ],
        [
          '{?lastAt}{?tickets=0}You had no tickets left for another one.',
          '{?lastAt}Another spin takes {ticketsPerSpin|ticket|tickets}, and you had {tickets}.',
          '{?tickets=0}You have no tickets left for another one.',
          'Another spin takes {ticketsPerSpin|ticket|tickets}, and you have {tickets}.',
          'Another spin takes a ticket.',
        ],
      ],
      rows: [
        ['Free spins used', ['{freeUsedToday} of {freePerDay}', '{freeUsedToday}']],
        ['Your tickets', '{tickets}'],
      ],
    },
    COMMITMENT_CHANGED: {
      title: 'Why didn’t the spin count?',
      sentences: [
        'The wheel changed between loading the page and your spin, so we didn’t draw.',
        'No spin and no ticket was used. Spin again.',
      ],
    },
    AVAILABLE: { ...AVAILABLE, sentences: ['You have a spin left. Go ahead.'] },
  },
  ticket: {
    GRANTED: {
      title: ['Why {total}?', 'Why these tickets?'],
      sentences: [
        [
          '{tier} gives {ticketsPerDay|ticket|tickets} a day.',
          'Your tier gives {ticketsPerDay|ticket|tickets} a day.',
          'Your tier decides how many tickets you get a day.',
        ],
        'You can claim them once a day.',
      ],
    },
    DONE_TODAY: {
      title: ['{?lastAt}Why couldn’t I claim again?', 'Why can’t I claim again?'],
      sentences: [
        [
          'On {lastAt<} you had already claimed that day’s {ticketsPerDay|ticket|tickets}.',
          'On {lastAt<} you had already claimed that day’s tickets.',
          'You’ve already claimed today’s {ticketsPerDay|ticket|tickets}.',
          'You’ve already claimed today’s tickets.',
        ],
        'New ones are ready every day at 00:00 (UTC+4).',
      ],
      rows: [['Your tier', '{tier}']],
    },
    AVAILABLE: { ...AVAILABLE, sentences: ['Today’s tickets are ready for you to claim.'] },
  },
  mission: {
    GRANTED: {
      title: ['Why {total}?', 'Why this XP?'],
      sentences: [
        ['You completed this mission. It gives {rewardXp} XP.', 'You completed this mission.'],
        ...BONUSES,
      ],
    },
    AVAILABLE,
    DONE: {
      title: 'Why can’t I do it again?',
      sentences: ['This mission can be done once, and you’ve completed it.'],
      rows: [['Completed', ['{doneAt}', '{doneOn}']]],
    },
    DONE_TODAY: {
      title: ['{?lastAt}Why couldn’t I do it again?', 'Why can’t I do it again today?'],
      sentences: [
        [
          'This mission counts once a day, and on {lastAt<} you had already done it.',
          'This mission counts once a day, and you’ve done it today.',
        ],
      ],
    },
    BUDGET_SPENT: {
      title: 'Why is it closed?',
      sentences: [
        [
          'This mission had {maxCompletions|reward|rewards} for everyone, and none is left.',
          'This mission had a fixed number of rewards, and none is left.',
        ],
        'It isn’t about your account.',
      ],
      rows: [
        ['Rewards for everyone', '{maxCompletions}'],
        ['Left', '{budgetLeft}'],
      ],
    },
    SEASON_UPCOMING,
    SEASON_ENDED,
    SEASON_PAUSED: {
      title: ['{?lastAt}Why couldn’t I earn?', 'Why can’t I earn right now?'],
      sentences: [
        [
          '{?lastAt}We had paused earning for everyone when you tried on {lastAt<}.',
          'We’ve paused earning for everyone while we fix something.',
        ],
        'Everything you earned stays yours.',
      ],
    },
    MISSION_OFF: {
      title: ['{?lastAt}Why was this mission closed?', 'Why is this mission closed?'],
      sentences: [
        [
          '{?lastAt}We had switched this mission off for everyone when you tried on {lastAt<}.',
          'We’ve switched this mission off for everyone.',
        ],
        'It isn’t about your account, and what you earned stays yours.',
      ],
    },
    NOT_EXECUTABLE: {
      title: 'Why isn’t it available?',
      sentences: ['This mission can’t be done on its own page. It’s counted where you do it.'],
    },
    LINK_NOT_OPENED: {
      title: 'Why didn’t it count?',
      sentences: [
        [
          'This mission starts with its link, and on {lastAt<} we hadn’t seen you open it.',
          'This mission starts with its link, and we haven’t seen you open it.',
        ],
        'Open the link here, look around, then come back.',
      ],
    },
    LINK_OPENED_TOO_RECENTLY: {
      title: 'Why didn’t it count yet?',
      sentences: [
        [
          'On {lastAt<} the page hadn’t been open for {waitSeconds|second|seconds}.',
          'On {lastAt<} the page hadn’t been open long enough.',
          'Almost there. The page has to be open for {waitSeconds|second|seconds}.',
          'Almost there. Stay on the page a little longer.',
        ],
        'Then come back and try again.',
      ],
      rows: [['You opened it', '{openedAt}']],
    },
    CODE_WRONG: {
      title: 'Why wasn’t the code accepted?',
      sentences: [
        [
          'The code you entered on {lastAt<} wasn’t right. Capital letters don’t matter.',
          'That code isn’t right. Capital letters don’t matter.',
        ],
        'Check it where you found it and try again.',
      ],
    },
    WALLET_MISSING: {
      title: 'Why do I need a wallet?',
      sentences: [
        'This mission checks what’s in your wallet, so you’ll need one. It takes a minute.',
      ],
    },
    ONCHAIN_UNPROVEN: {
      title: 'Why isn’t it done yet?',
      sentences: [
        [
          'We looked at your wallet on the network on {lastAt<} and hadn’t found it then.',
          'We looked at your wallet on the network and haven’t found it yet.',
        ],
        'It can take a few minutes to show up. Then try again.',
      ],
      rows: [
        ['You need', ['{needed} {symbol}', '{needed}']],
        ['We found', ['{found} {symbol}', '{found}']],
      ],
    },
    ONCHAIN_ADDRESS_USED: {
      title: 'Why doesn’t this wallet count?',
      sentences: ['Each wallet counts once for this mission, and this one was used before.'],
    },
    CHAIN_UNREACHABLE: {
      title: 'Why couldn’t you check it?',
      sentences: [
        [
          'The network didn’t answer us on {lastAt<}, so we couldn’t look at your wallet.',
          'The network isn’t answering us right now, so we couldn’t look at your wallet.',
        ],
        [
          '{?lastAt}That was on our side. Please try again.',
          'That’s on our side. Try again in a few minutes.',
        ],
      ],
    },
    MEMBER_SUSPENDED: {
      title: 'Why isn’t it available?',
      sentences: ['The account is suspended, and missions are closed while it is.'],
    },
    MEMBER_DISABLED: {
      title: 'Why isn’t it available?',
      sentences: ['The account is disabled, and missions are closed while it is.'],
    },
    MEMBER_DELETED: {
      title: 'Why isn’t it available?',
      sentences: ['The account was deleted.'],
    },
  },
}
