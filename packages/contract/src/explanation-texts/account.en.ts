import { heldForFairPlay } from './hold.en.ts'
import type { AccountRule, RuleTexts } from './shape.ts'

const KEEP_PLAYING = 'You can keep playing. Your XP, level and rank aren’t affected.'
const KEPT = 'Nothing is lost. The amount stays yours.'
const AUTOMATIC = 'We’ll send it automatically. You don’t need to do anything.'

const HELD_TITLE = ['{amount} {symbol} is on hold', 'Your payout is on hold'] as const
const HELD_ROWS = [['Requested', '{createdAt}']] as const

const PAUSE_REASONS = [
  '{?event=PASSWORD_RESET}Your password was reset on {eventAt}.',
  '{?event=PASSWORD_RESET}Your password was reset.',
  '{?event=PIN_SET}You set your first PIN on {eventAt}.',
  '{?event=PIN_SET}You set your first PIN.',
  '{?event=PIN_REPLACED}A new PIN was set without the old one on {eventAt}.',
  '{?event=PIN_REPLACED}A new PIN was set without the old one.',
  '{?event=WALLET_REGISTERED}You connected your first wallet on {eventAt}.',
  '{?event=WALLET_REGISTERED}You connected your first wallet.',
  '{?event=WALLET_CHANGED}A different wallet was connected on {eventAt}.',
  '{?event=WALLET_CHANGED}A different wallet was connected.',
  'Something important about your account changed.',
] as const

const PRICE = [
  '{?payType=XP}{price} XP',
  '{?payType=TICKET}{price|ticket|tickets}',
  '{price} {symbol}',
] as const

const PURCHASE_ROWS = [
  ['Price', PRICE],
  ['Ordered', '{createdAt}'],
] as const

export const ACCOUNT_EN: RuleTexts<AccountRule> = {
  payout: {
    PAID: {
      title: ['{amount} {symbol} has been paid', 'This has been paid'],
      sentences: ['It arrived in your wallet, and the network confirmed it.'],
      rows: [
        ['Amount', '{amount} {symbol}'],
        ['Confirmed', '{confirmedAt}'],
      ],
    },
    QUEUED: {
      title: ['Why hasn’t {amount} {symbol} arrived yet?', 'Why hasn’t it arrived yet?'],
      sentences: ['It’s in line and will be sent soon, usually within a minute.'],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC],
    },
    SENT: {
      title: ['{amount} {symbol} is on its way', 'It’s on its way'],
      sentences: ['We’ve sent it. It counts as paid when the network has confirmed it.'],
      rows: [
        ['Amount', '{amount} {symbol}'],
        ['Sent', '{sentAt}'],
      ],
    },
    MEMBER_CAP: {
      title: HELD_TITLE,
      sentences: [
        [
          'We pay up to {perMember} {symbol} to one member a day, and this would go above it.',
          'There’s a limit to what we pay to one member a day, and this would go above it.',
        ],
      ],
      rows: [
        ...HELD_ROWS,
        ['Limit a day', '{perMember} {symbol}'],
        ['Paid to you today', '{paidToMember} {symbol}'],
      ],
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    DAY_CAP: {
      title: HELD_TITLE,
      sentences: [
        [
          'We pay up to {perDay} {symbol} to all members a day, and today’s amount is used up.',
          'There’s a limit to what we pay to all members a day, and today’s amount is used up.',
        ],
        'It isn’t about your account.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    ABOVE_CAP: {
      title: HELD_TITLE,
      sentences: ['This is more than we send at once without a person looking at it first.'],
      rows: [...HELD_ROWS, ['Limit', '{perMember} {symbol}']],
      assurances: [KEPT, KEEP_PLAYING],
    },
    NO_CAP: {
      title: HELD_TITLE,
      sentences: [
        'We haven’t set a daily limit for this token yet, and we don’t pay without one.',
        'That’s on us. A person will take a look.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    PAUSED: {
      title: HELD_TITLE,
      sentences: [
        PAUSE_REASONS,
        [
          'We pause payouts for 48 hours after that, until {until}, to protect your rewards.',
          'We pause payouts for 48 hours after that to protect your rewards.',
        ],
      ],
      rows: HELD_ROWS,
      assurances: [
        KEEP_PLAYING,
        ['After {until} we’ll send it automatically.', AUTOMATIC],
        'If this wasn’t you, change your password now.',
      ],
    },
    FROZEN: {
      title: HELD_TITLE,
      sentences: [
        'You reported that someone else used your account, so nothing is paid until you unfreeze payouts.',
      ],
      rows: HELD_ROWS,
      assurances: [KEPT, 'After you unfreeze payouts, we’ll send it automatically.'],
    },
    FAIR_PLAY: heldForFairPlay({ title: HELD_TITLE, rows: HELD_ROWS, kept: KEPT }),
    MEMBER_SUSPENDED: {
      title: HELD_TITLE,
      sentences: ['Your account is suspended, and we don’t pay while it is.'],
      rows: HELD_ROWS,
      assurances: [KEPT, 'When the suspension ends, we’ll send it automatically.'],
    },
    MEMBER_DISABLED: {
      title: HELD_TITLE,
      sentences: ['Your account is disabled, and we don’t pay while it is.'],
      rows: HELD_ROWS,
      assurances: ['Your wallet and what’s in it aren’t affected.'],
    },
    TREASURY_STOPPED: {
      title: HELD_TITLE,
      sentences: [
        'We’ve stopped all payouts on this network while we check something.',
        'That’s on us, not on you.',
      ],
      rows: HELD_ROWS,
      assurances: [KEPT, 'When payouts continue, we’ll send it automatically.', KEEP_PLAYING],
    },
    LOW_BALANCE: {
      title: HELD_TITLE,
      sentences: [
        'The account we pay from has to be topped up first.',
        'That’s on us, not on you. A person has been notified.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    SIGNER: {
      title: HELD_TITLE,
      sentences: [
        'Our signing service didn’t approve it yet.',
        'That’s on us, not on you. A person will take a look.',
      ],
      rows: HELD_ROWS,
      assurances: [KEPT, KEEP_PLAYING],
    },
    SECOND_NODE: {
      title: HELD_TITLE,
      sentences: [
        'We check every payout with two nodes of the network, and the second one hasn’t confirmed it yet.',
      ],
      rows: HELD_ROWS,
      assurances: [AUTOMATIC, KEEP_PLAYING],
    },
    FAILED: {
      title: ['Why wasn’t {amount} {symbol} paid?', 'Why wasn’t it paid?'],
      sentences: [
        [
          '{?failure=NETWORK}The network didn’t process the transfer.',
          '{?failure=LIMIT}It was above the limit for a day.',
          '{?failure=PAUSED}Payouts of your account were paused.',
          '{?failure=WALLET}No wallet was connected when it was due.',
          '{?failure=CANCELLED}Our team cancelled it.',
          'It couldn’t be sent.',
        ],
        [
          '{?purpose=WITHDRAWAL}The full amount is back in your balance.',
          'The amount is still recorded for you.',
        ],
      ],
      rows: HELD_ROWS,
    },
  },
  push: {
    SENT: {
      title: 'Why didn’t I see it?',
      sentences: [
        [
          'We sent it to {devices|device|devices} on {sentAt}.',
          'We sent it on {sentAt}.',
          'We sent it to your device.',
        ],
        'If it didn’t show up, check the notification settings of your phone.',
      ],
      rows: [
        ['Sent', '{sentAt}'],
        ['Devices', '{devices}'],
      ],
    },
    QUIET_HOURS: {
      title: 'Why no push yet?',
      sentences: [
        [
          'Your quiet hours are {quietFrom} to {quietTo}, so it waits until {dueAt}.',
          'You’re in your quiet hours, so it waits until {dueAt}.',
          'You’re in your quiet hours, so it waits until they’re over.',
        ],
      ],
      rows: [
        ['Quiet hours', '{quietFrom} to {quietTo}'],
        ['We’ll send it', '{dueAt}'],
      ],
    },
    QUEUED: {
      title: 'Why no push yet?',
      sentences: ['It’s in line and will be sent in a moment.'],
      rows: [['We’ll send it', '{dueAt}']],
    },
    SWITCHED_OFF: {
      title: 'Why no push?',
      sentences: [
        'You’ve switched off this kind of alert, so we put it here and didn’t send a push.',
      ],
    },
    NO_DEVICE: {
      title: 'Why no push?',
      sentences: ['No device of yours was set up for notifications at that time.'],
    },
    DEVICE_GONE: {
      title: 'Why no push?',
      sentences: [
        'Your device no longer accepted notifications from us. That happens after the app is removed or the permission is taken back.',
      ],
    },
    EXPIRED: {
      title: 'Why no push?',
      sentences: [
        [
          'Your device couldn’t be reached until {expiresAt}. After that it would have been out of date.',
          'Your device couldn’t be reached in time, and it would have been out of date by now.',
        ],
      ],
      rows: [['Valid until', '{expiresAt}']],
    },
    REPLACED: {
      title: 'Why no push?',
      sentences: ['A newer notification of the same kind took its place before it was sent.'],
    },
    FAILED: {
      title: 'Why no push?',
      sentences: [
        'The notification service of your device didn’t accept it, even after several tries.',
        'That’s not your fault. The next one may well arrive.',
      ],
      rows: [['Tries', '{attempts}']],
    },
  },
  purchase: {
    GRANTED: {
      title: ['Why {total}?', 'Why this change?'],
      sentences: [
        ['You bought {name}.', 'You bought this in the XP shop.'],
        'Your season XP, level and rank don’t change.',
      ],
      rows: PURCHASE_ROWS,
    },
    PENDING: {
      title: 'Why haven’t I received it yet?',
      sentences: [
        [
          'We’re waiting for the network to confirm your payment: {confirmations} of {confirmationsNeeded} blocks.',
          '{?state=OPEN}We haven’t received your payment yet.',
          'We’re waiting for your payment to be confirmed.',
        ],
      ],
      rows: [...PURCHASE_ROWS, ['Pay by', '{payBy}']],
      assurances: ['You can leave. We’ll notify you when it’s done.'],
    },
    FAILED: {
      title: 'Why did the purchase fail?',
      sentences: [
        [
          '{?failure=EXPIRED}No payment arrived in time.',
          '{?failure=REVERSED}The network undid your payment, so the purchase was taken back.',
          'The payment didn’t go through.',
        ],
      ],
      rows: [...PURCHASE_ROWS, ['Pay by', '{payBy}']],
    },
    CANCELLED: {
      title: 'Why was it cancelled?',
      sentences: ['You cancelled this order before it was paid.'],
      rows: PURCHASE_ROWS,
    },
  },
  refund: {
    WAITING: {
      title: 'Why isn’t it decided yet?',
      sentences: [
        [
          '{?forOperator=true}A person looks at your request. That usually takes a day.',
          'We’re checking your payment first. You’ll hear from us soon.',
        ],
      ],
      rows: [['Requested', '{requestedAt}']],
    },
    GIVEN_BACK: {
      title: ['Why {total}?', 'Why this refund?'],
      sentences: [
        [
          '{?type=UNCREDITED}Your payment arrived, but your purchase couldn’t be delivered.',
          'You returned {name}, and hadn’t used what you received.',
          'You returned this purchase, and hadn’t used what you received.',
        ],
        'So what you paid came back to you.',
      ],
      rows: [
        ['Requested', '{requestedAt}'],
        ['Decided', '{decidedAt}'],
      ],
    },
    CREDITED: {
      title: 'Why wasn’t it refunded?',
      sentences: ['We found your payment and delivered your purchase instead.'],
      rows: [['Decided', '{decidedAt}']],
    },
    WAS_CREDITED: {
      title: 'Why wasn’t it refunded?',
      sentences: ['This purchase had already been delivered when you asked.'],
      rows: [['Delivered', '{completedAt}']],
    },
    NOTHING_PAID: {
      title: 'Why wasn’t it refunded?',
      sentences: ['We looked for a payment of this order and couldn’t find one.'],
      rows: [
        ['Requested', '{requestedAt}'],
        ['Decided', '{decidedAt}'],
      ],
    },
    SPENT: {
      title: 'Why wasn’t it refunded?',
      sentences: [
        'We can only take a purchase back if you still have everything you received.',
        'Part of this one has been used.',
      ],
      rows: [['Decided', '{decidedAt}']],
    },
    DECLINED: {
      title: 'Why wasn’t it refunded?',
      sentences: [
        'Our team reviewed your request and couldn’t approve a refund.',
        'You’ll find our reply in your history.',
      ],
      rows: [['Decided', '{decidedAt}']],
    },
    UNMATCHED: {
      title: ['Why {total}?', 'Why this refund?'],
      sentences: [
        'A payment of yours matched no order, so we sent it back. The network fee was deducted.',
      ],
      rows: [['Network fee', ['{fee} {symbol}', '{fee}']]],
    },
  },
  adjustment: {
    GRANTED: {
      title: ['Why {total}?', 'Why this correction?'],
      sentences: [
        ['Our team corrected your balance: {reason}', 'Our team corrected your balance.'],
      ],
    },
  },
  refusal: {
    REFUSED: {
      title: 'Why didn’t it work?',
      sentences: ['{message}'],
      rows: [
        ['Amount', '{amount} {symbol}'],
        ['Your balance', '{balance} {symbol}'],
        ['Minimum', '{minWithdraw} {symbol}'],
        ['Withdrawn that day', '{withdrawnToday} of {maxWithdrawPerDay} {symbol}'],
        ['Paused until', '{pausedUntil}'],
        ['Friends who counted', '{invites} of {goal}'],
        ['Tried', '{count|time|times}'],
        ['Last time', '{lastAt}'],
      ],
    },
  },
}
