import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const inviteEndpoints = {
  'invite.terms': {
    id: 'invite.terms',
    method: 'GET',
    path: '/v1/private/invites',
    access: 'member',
    summary:
      'Returns the current invite rewards and their end. The event runs as long as the season.',
    codes: [],
  },
  'invite.mine': {
    id: 'invite.mine',
    method: 'GET',
    path: '/v1/private/invites/me',
    access: 'member',
    summary: "Returns the member's invite statistics: friends, XP and the referral balance.",
    codes: [],
  },
  'invite.claim': {
    id: 'invite.claim',
    method: 'POST',
    path: '/v1/private/invites/me/claim',
    access: 'member',
    summary:
      'Claims a reward: XP once per season, or the entire claimable referral balance. No body.',
    idempotent: true,
    limits: ['valuePerMember'],
    codes: [
      Code.SEASON_NOT_OPEN,
      Code.NOTHING_TO_CLAIM,
      Code.ALREADY_CLAIMED,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'invite.withdrawals': {
    id: 'invite.withdrawals',
    method: 'GET',
    path: '/v1/private/invites/me/withdrawals',
    access: 'member',
    summary: 'Lists withdrawals with their progress, newest first.',
    codes: [],
  },
  'invite.withdraw': {
    id: 'invite.withdraw',
    method: 'POST',
    path: '/v1/private/invites/me/withdrawals',
    access: 'member',
    summary:
      'Sends part of the referral balance to the registered wallet, whose address is fixed at this moment. It is paid exactly once or returned to the balance.',
    idempotent: true,
    pin: 'WITHDRAW',
    limits: ['valuePerMember'],
    codes: [
      Code.WITHDRAW_LIMIT_EXCEEDED,
      Code.PIN_VERIFICATION_REQUIRED,
      Code.WALLET_NOT_FOUND,
      Code.REWARD_BALANCE_INSUFFICIENT,
      Code.WITHDRAWALS_PAUSED,
      Code.PAYOUTS_FROZEN,
      Code.PAYOUT_ON_HOLD,
      Code.WITHDRAWAL_TOO_SMALL,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'invite.referrals': {
    id: 'invite.referrals',
    method: 'GET',
    path: '/v1/private/invites/me/referrals',
    access: 'member',
    summary: 'Lists invited friends, newest first, with their progress towards a reward.',
    codes: [],
  },
  'invite.availability': {
    id: 'invite.availability',
    method: 'GET',
    path: '/v1/private/invites/me/claims/availability',
    access: 'member',
    summary: 'Lists the rewards that can be claimed now, with the reason if one cannot.',
    codes: [Code.NOT_FOUND],
  },
  'invite.showTerms': {
    id: 'invite.showTerms',
    method: 'GET',
    path: '/v1/operator/invites/terms',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Returns the invite terms, the cost of 1,000 friends, the amounts promised in each season, and the terms before.',
    codes: [],
  },
  'invite.setTerms': {
    id: 'invite.setTerms',
    method: 'PUT',
    path: '/v1/operator/invites/terms',
    access: 'operator',
    roles: ['FINANCE'],
    summary:
      'Changes the given terms from now on. Earlier promises stay valid. Rejected with data.problems, each with the path of its field.',
    stepUp: true,
    idempotent: true,
    approval: 'INVITE_TERMS',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
