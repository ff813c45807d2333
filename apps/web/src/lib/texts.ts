import type account from '#/locales/en/account.json'
import type auth from '#/locales/en/auth.json'
import type common from '#/locales/en/common.json'
import type freeze from '#/locales/en/freeze.json'
import type help from '#/locales/en/help.json'
import type history from '#/locales/en/history.json'
import type home from '#/locales/en/home.json'
import type invite from '#/locales/en/invite.json'
import type mission from '#/locales/en/mission.json'
import type moment from '#/locales/en/moment.json'
import type more from '#/locales/en/more.json'
import type passkey from '#/locales/en/passkey.json'
import type notice from '#/locales/en/notice.json'
import type pin from '#/locales/en/pin.json'
import type policy from '#/locales/en/policy.json'
import type proof from '#/locales/en/proof.json'
import type ranking from '#/locales/en/ranking.json'
import type season from '#/locales/en/season.json'
import type shell from '#/locales/en/shell.json'
import type shop from '#/locales/en/shop.json'
import type token from '#/locales/en/token.json'
import type wallet from '#/locales/en/wallet.json'

/**
 * The English files define the available texts; a test checks the other languages against them. A
 * mission type declares the texts of its folder here as the namespace `mission-<folder>`.
 */
export interface Texts {
  common: typeof common
  auth: typeof auth
  account: typeof account
  freeze: typeof freeze
  help: typeof help
  history: typeof history
  home: typeof home
  invite: typeof invite
  mission: typeof mission
  moment: typeof moment
  more: typeof more
  passkey: typeof passkey
  notice: typeof notice
  pin: typeof pin
  policy: typeof policy
  proof: typeof proof
  ranking: typeof ranking
  season: typeof season
  shell: typeof shell
  shop: typeof shop
  token: typeof token
  wallet: typeof wallet
}

export type Namespace = keyof Texts

type Leaf<Node> = {
  [Name in keyof Node & string]: Node[Name] extends string
    ? Name
    : Node[Name] extends readonly unknown[]
      ? never
      : `${Name}.${Leaf<Node[Name]>}`
}[keyof Node & string]

type OrdinalForm = `ordinal_${'one' | 'two' | 'few' | 'other'}`

type Singular<Key extends string> = Key extends `${infer Base}_${OrdinalForm}`
  ? Base
  : Key extends `${infer Base}_${'zero' | 'one' | 'other'}`
    ? Base
    : Key

/** The path to a text; for a text with plural forms, without the suffix. */
export type TextKey<Of extends Namespace> = Singular<Leaf<Texts[Of]>>

/** The full name of a text in any namespace. */
export type FullKey = { [Of in Namespace]: `${Of}:${TextKey<Of>}` }[Namespace]

export type Values = Readonly<Record<string, string | number>>
export type Translate<Of extends Namespace> = (
  key: TextKey<Of> | FullKey,
  values?: Values,
) => string

/** A parsed file of texts: the leaves are sentences. */
export type TextTree = { readonly [name: string]: string | TextTree | readonly unknown[] }

/** Finds the text for a key; undefined if this file does not contain it. */
export function findText(
  tree: TextTree | undefined,
  path: string,
  language: string,
  values: Values = {},
): string | undefined {
  const { count, ordinal } = values
  const text =
    typeof count === 'number'
      ? countedText(tree, path, language, count)
      : typeof ordinal === 'number'
        ? ordinalText(tree, path, language, ordinal)
        : leafAt(tree, path)
  return text?.replace(/\{\{(\w+)\}\}/g, (unfilled, name: string) =>
    String(values[name] ?? unfilled),
  )
}

/** Selects the plural form by the rules of the language; zero may have its own text. */
function countedText(
  tree: TextTree | undefined,
  path: string,
  language: string,
  count: number,
): string | undefined {
  const form = new Intl.PluralRules(language).select(count)
  return (
    (count === 0 ? leafAt(tree, `${path}_zero`) : undefined) ??
    leafAt(tree, `${path}_${form}`) ??
    leafAt(tree, `${path}_other`)
  )
}

/**
 * Selects an ordinal form as in "1st, 2nd"; a language without such forms has only
 * `_ordinal_other`.
 */
function ordinalText(
  tree: TextTree | undefined,
  path: string,
  language: string,
  ordinal: number,
): string | undefined {
  const form = new Intl.PluralRules(language, { type: 'ordinal' }).select(ordinal)
  return leafAt(tree, `${path}_ordinal_${form}`) ?? leafAt(tree, `${path}_ordinal_other`)
}

function leafAt(tree: TextTree | undefined, path: string): string | undefined {
  let node: TextTree[string] | undefined = tree
  for (const name of path.split('.')) {
    if (node === undefined || typeof node === 'string' || Array.isArray(node)) return undefined
    node = (node as TextTree)[name]
  }
  return typeof node === 'string' ? node : undefined
}
