import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import type { Db } from '#/platform/process/db.ts'

export type TimelineEntry = CallData<'member.timeline'>['list'][number]

/** The part of an entry that its source reads; place, group and source come from the list. */
export type EntryText = Omit<TimelineEntry, 'at' | 'group' | 'source'>

/** Reads entries of one source by id. An entry that was erased meanwhile is missing. */
export type ReadEntries = (
  db: Db,
  ids: readonly number[],
  language: Language,
) => Promise<ReadonlyMap<number, EntryText>>

/** Returns an entry in which everything that its source does not have is empty. */
export function entryText(
  entry: Pick<EntryText, 'entryId' | 'explained' | 'kind'> & Partial<EntryText>,
): EntryText {
  return {
    seasonId: null,
    name: null,
    amounts: [],
    state: null,
    refusal: null,
    operator: null,
    ...entry,
  }
}

/** Returns an amount if it is not zero. */
export function amountIn(unit: string, amount: bigint | number): EntryText['amounts'] {
  return amount === 0 || amount === 0n ? [] : [{ amount: amount.toString(), unit }]
}
