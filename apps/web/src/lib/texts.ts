import type { TextPath, Values } from '@solstice/ui/texts.ts'
import type account from '#/locales/en/account.json'
import type auth from '#/locales/en/auth.json'
import type claims from '#/locales/en/claims.json'
import type common from '#/locales/en/common.json'
import type connect from '#/locales/en/connect.json'
import type freeze from '#/locales/en/freeze.json'
import type help from '#/locales/en/help.json'
import type history from '#/locales/en/history.json'
import type hold from '#/locales/en/hold.json'
import type home from '#/locales/en/home.json'
import type invite from '#/locales/en/invite.json'
import type league from '#/locales/en/league.json'
import type mission from '#/locales/en/mission.json'
import type moment from '#/locales/en/moment.json'
import type more from '#/locales/en/more.json'
import type myData from '#/locales/en/my-data.json'
import type passkey from '#/locales/en/passkey.json'
import type notice from '#/locales/en/notice.json'
import type pin from '#/locales/en/pin.json'
import type pointsLog from '#/locales/en/points-log.json'
import type policy from '#/locales/en/policy.json'
import type proof from '#/locales/en/proof.json'
import type ranking from '#/locales/en/ranking.json'
import type recap from '#/locales/en/recap.json'
import type relay from '#/locales/en/relay.json'
import type review from '#/locales/en/review.json'
import type season from '#/locales/en/season.json'
import type shell from '#/locales/en/shell.json'
import type shop from '#/locales/en/shop.json'
import type status from '#/locales/en/status.json'
import type token from '#/locales/en/token.json'
import type walletReach from '#/locales/en/wallet-reach.json'
import type wallet from '#/locales/en/wallet.json'
import type why from '#/locales/en/why.json'

/**
 * The English files define the available texts; a test checks the other languages against them. A
 * mission type declares the texts of its folder here as the namespace `mission-<folder>`.
 */
export interface Texts {
  common: typeof common
  auth: typeof auth
  account: typeof account
  claims: typeof claims
  connect: typeof connect
  freeze: typeof freeze
  help: typeof help
  history: typeof history
  hold: typeof hold
  home: typeof home
  invite: typeof invite
  league: typeof league
  mission: typeof mission
  moment: typeof moment
  more: typeof more
  'my-data': typeof myData
  passkey: typeof passkey
  notice: typeof notice
  pin: typeof pin
  'points-log': typeof pointsLog
  policy: typeof policy
  proof: typeof proof
  ranking: typeof ranking
  recap: typeof recap
  relay: typeof relay
  review: typeof review
  season: typeof season
  shell: typeof shell
  shop: typeof shop
  status: typeof status
  token: typeof token
  wallet: typeof wallet
  'wallet-reach': typeof walletReach
  why: typeof why
}

export type Namespace = keyof Texts

/** The path to a text; for a text with plural forms, without the suffix. */
export type TextKey<Of extends Namespace> = TextPath<Texts[Of]>

/** The full name of a text in any namespace. */
export type FullKey = { [Of in Namespace]: `${Of}:${TextKey<Of>}` }[Namespace]

export type Translate<Of extends Namespace> = (
  key: TextKey<Of> | FullKey,
  values?: Values,
) => string
