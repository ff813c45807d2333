import type { CallId } from '@solstice/contract/catalogue'
import { formatNumber } from '@solstice/ui/format.ts'
import type { Translate } from '#/lib/i18n.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { shortHash } from '#/lib/short-hash.ts'
import { formatDay } from '#/lib/times.ts'
import { Instant } from '#/shell/instant.tsx'
import type { Fact } from '#/ui/facts.tsx'
import type { IconName } from '#/ui/icon.tsx'
import type { Command, Group, Target } from './command.ts'
import { detailText, stateText, titleText } from './result-words.ts'
import type { Result } from './use-search.ts'

type Kind = Result['kind']

/** The groups of the kinds, in the order of `GROUPS`, and their icons. */
const KINDS: Record<Kind, { group: Group; icon: IconName }> = {
  MEMBER: { group: 'members', icon: 'user' },
  PAYOUT: { group: 'money', icon: 'money' },
  ORDER: { group: 'money', icon: 'bag' },
  REFUND: { group: 'money', icon: 'refund' },
  TRANSACTION: { group: 'money', icon: 'link' },
  SEASON: { group: 'contents', icon: 'calendar' },
  PRODUCT: { group: 'contents', icon: 'bag' },
  NOTICE: { group: 'contents', icon: 'message' },
  AUDIT: { group: 'records', icon: 'history' },
  JOB: { group: 'records', icon: 'retry' },
}

// TypeScript does not infer the keys of the object.
const ORDER = Object.keys(KINDS) as Kind[]

type Context = { may: (id: CallId) => boolean; t: Translate<'command'> }

/** Returns the results of the server as entries of the menu, those of one kind together. */
export function resultsOf(list: readonly Result[], context: Context): Command[] {
  const nicknames = new Map(
    list.filter(({ kind }) => kind === 'MEMBER').map(({ id, title }) => [id, title]),
  )
  const owners = new Set(list.filter(isMoney).map(({ userId }) => userId))
  const [owner] = owners.size === 1 ? owners : []
  const nickname = owner == null ? undefined : nicknames.get(String(owner))
  return list
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
    .map((result) => {
      const ofOne = nickname !== undefined && isMoney(result) && !result.exact
      return {
        ...commandOf(result, context, nicknames.get(String(result.userId))),
        ...(ofOne && { heading: context.t('groups.moneyOf', { name: nickname }) }),
      }
    })
}

const isMoney = ({ kind }: Result) => KINDS[kind].group === 'money'

function commandOf(result: Result, { may, t }: Context, nickname: string | undefined): Command {
  const { kind, id, exact } = result
  const { group, icon } = KINDS[kind]
  const note = noteOf(result)
  const does = targetOf(result, may)
  return {
    id: `${kind} ${id}`,
    group: exact ? 'exact' : group,
    icon,
    name: nameOf(result, t),
    ...(note && { note }),
    isFound: true,
    peek: { kind: t(`kinds.${kind}`), facts: factsOf(result, t, nickname) },
    ...(does && { does }),
  }
}

/** A thing with a number is called by it, as in "Order 12"; others by their own names. */
function nameOf({ kind, id, title }: Result, t: Translate<'command'>): string {
  switch (kind) {
    case 'ORDER':
    case 'REFUND':
    case 'PAYOUT':
    case 'JOB':
      return t(`numbered.${kind}`, { id })
    case 'AUDIT':
      return t('numbered.AUDIT', { id: formatNumber(Number(id)) })
    case 'TRANSACTION':
      return t('numbered.TRANSACTION', { id: shortHash(id.replace(/^0x/, '')) })
    case 'MEMBER':
    case 'SEASON':
    case 'PRODUCT':
    case 'NOTICE':
      return title
  }
}

function noteOf(result: Result): string {
  const { kind, id, state, at } = result
  const title = titleText(result)
  const detail = detailText(result)
  const stated = state === null ? null : stateText(state)
  const day = at === null ? null : formatDay(at)
  const parts = {
    MEMBER: [id, detail, state === 'ACTIVE' ? null : stated],
    ORDER: [title, detail, stated],
    REFUND: [title, detail, stated],
    PAYOUT: [title, detail, [stated, day].filter(Boolean).join(' ')],
    TRANSACTION: [title, detail, [stated, day].filter(Boolean).join(' ')],
    SEASON: [detail, stated],
    PRODUCT: [detail, stated],
    NOTICE: [detail, stated, day],
    JOB: [title, stated],
    AUDIT: [title, detail, day],
  }
  return parts[kind].filter(Boolean).join(', ')
}

function factsOf(result: Result, t: Translate<'command'>, nickname: string | undefined): Fact[] {
  const { kind, id, userId, state, at } = result
  const detail = detailText(result)
  const isMember = kind === 'MEMBER'
  const isHash = kind === 'TRANSACTION'
  const facts: (Fact | false)[] = [
    [t(isHash ? 'facts.hash' : 'facts.number'), id],
    nameOf(result, t) !== titleText(result) && [t('facts.name'), titleText(result)],
    !isMember &&
      userId !== null && [t('facts.member'), [nickname, String(userId)].filter(Boolean).join(', ')],
    detail !== null && [t(`facts.${isMember ? 'email' : 'detail'}`), detail],
    state !== null && [t('facts.state'), stateText(state)],
    at !== null && [t('facts.time'), <Instant key="at" at={at} />],
  ]
  return facts.filter((fact) => fact !== false && fact[1] !== '') as Fact[]
}

/** Returns the page of a result; undefined if there is none or the role may not open it. */
function targetOf(
  { kind, id, userId, title, state }: Result,
  may: Context['may'],
): Target | undefined {
  switch (kind) {
    case 'MEMBER':
      return may('operator.showMember') ? memberAddress(id) : undefined
    case 'REFUND':
      return may('refund.show') ? { to: '/refunds/$refundId', params: { refundId: id } } : undefined
    case 'PAYOUT':
      return may('payout.show')
        ? { to: '/money/payouts/$payoutId', params: { payoutId: id } }
        : undefined
    case 'ORDER':
      return userId !== null && may('operator.showMember')
        ? memberAddress(userId, { entry: `${kind.toLowerCase()}:${id}` })
        : undefined
    case 'TRANSACTION':
      return userId !== null && may('operator.showMember') ? memberAddress(userId) : undefined
    case 'SEASON':
      return may('operator.findMembers')
        ? { to: '/members', search: { season: Number(id) } }
        : undefined
    case 'JOB':
      return may('operator.listJobKinds')
        ? {
            to: '/system/jobs',
            search: { kind: title, ...(state !== 'dead' && { state: 'waiting' }) },
          }
        : undefined
    case 'AUDIT':
      return may('operator.listAudit')
        ? { to: '/system/audit', search: { entry: Number(id) } }
        : undefined
    case 'PRODUCT':
      return may('product.details')
        ? { to: '/shop/$productId', params: { productId: id } }
        : undefined
    case 'NOTICE':
      return undefined
  }
}
