import { BOOKMARKS_MAX } from '@solstice/contract/bookmark.endpoints'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { isSameAddress } from '@solstice/rules/address'
import { isKnownNetwork } from '#/modules/network/network.service.ts'
import { consumePinToken } from '#/modules/pin/pin-token.service.ts'
import { lockMember } from '#/modules/users/users.service.ts'
import { addressIn } from '#/modules/wallet/wallet.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  deleteBookmark,
  deleteBookmarksOf,
  findBookmark,
  findBookmarks,
  findSameBookmark,
  insertBookmark,
  updateBookmark,
  type BookmarkRow,
} from './bookmark.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type Bookmark = CallData<'bookmark.add'>
type Entry = { name: string; address: string; networkId?: number | null | undefined }

export async function listBookmarks(
  ctx: Context,
  memberId: number,
  { page, size, filter }: PageQuery & { filter?: string | undefined },
): Promise<CallData<'bookmark.list'>> {
  const range = { filter: filter?.trim() ?? '', size, offset: offsetOf({ page, size }) }
  const { rows, totalCount } = await findBookmarks(ctx.db, memberId, range)
  return pageOf({ page, size }, rows.map(viewOf), totalCount)
}

export async function addBookmark(
  ctx: Context,
  memberId: number,
  { name, address: typed, networkId = null }: Entry,
  pinToken: string | undefined,
): Promise<Bookmark> {
  const entry = { name, address: addressIn(typed), networkId }
  await assertNetwork(ctx, networkId)
  return ctx.db.transaction(async (tx) => {
    // Lock the member, so that concurrent duplicates create one entry and the limit is not
    // exceeded.
    await lockMember(tx, memberId)
    const same = await findSameBookmark(tx, memberId, entry)
    if (same) return viewOf(same)
    await consumePinToken(tx, ctx, { memberId, purpose: 'BOOKMARK_CHANGE', pinToken })
    const { totalCount } = await findBookmarks(tx, memberId, { filter: '', size: 0, offset: 0 })
    if (totalCount >= BOOKMARKS_MAX) throw refuse(Code.INVALID_REQUEST)
    return viewOf(await insertBookmark(tx, memberId, entry, ctx.now()))
  })
}

export async function changeBookmark(
  ctx: Context,
  { memberId, id }: { memberId: number; id: number },
  change: { [Name in keyof Entry]?: Entry[Name] | undefined },
  pinToken: string | undefined,
): Promise<Bookmark> {
  const address = change.address === undefined ? undefined : addressIn(change.address)
  if (change.networkId !== undefined) await assertNetwork(ctx, change.networkId)
  return ctx.db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const before = await findBookmark(tx, memberId, id)
    if (!before) throw refuse(Code.NOT_FOUND)
    await consumePinToken(tx, ctx, { memberId, purpose: 'BOOKMARK_CHANGE', pinToken })
    const isAddressChanged = address !== undefined && !isSameAddress(address, before.address)
    const entry = {
      name: change.name ?? before.name,
      address: address ?? before.address,
      networkId: change.networkId === undefined ? before.networkId : change.networkId,
      addressChangedAt: isAddressChanged ? ctx.now() : before.addressChangedAt,
    }
    // A unique violation would abort the transaction, so check for a duplicate first.
    const duplicate = await findSameBookmark(tx, memberId, entry)
    if (duplicate && duplicate.id !== id) throw refuse(Code.INVALID_REQUEST)
    await updateBookmark(tx, id, entry)
    return viewOf({ ...before, ...entry })
  })
}

export async function removeBookmark(
  ctx: Context,
  memberId: number,
  id: number,
  pinToken: string | undefined,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockMember(tx, memberId)
    if (!(await deleteBookmark(tx, memberId, id))) throw refuse(Code.NOT_FOUND)
    await consumePinToken(tx, ctx, { memberId, purpose: 'BOOKMARK_CHANGE', pinToken })
  })
}

/** Deletes the member's bookmarks as part of the account deletion. */
export function eraseBookmarks(tx: Db, memberId: number): Promise<void> {
  return deleteBookmarksOf(tx, memberId)
}

async function assertNetwork(ctx: Context, networkId: number | null): Promise<void> {
  if (networkId !== null && !(await isKnownNetwork(ctx, networkId))) {
    throw refuse(Code.INVALID_REQUEST)
  }
}

function viewOf({ createdAt, addressChangedAt, ...row }: BookmarkRow): Bookmark {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    addressChangedAt: addressChangedAt?.toISOString() ?? null,
  }
}
