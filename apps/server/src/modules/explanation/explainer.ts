import type { Language } from '@solstice/contract/messages'
import type { CallData } from '@solstice/contract/wire'
import type { AppContext } from '#/platform/process/context.ts'

type Mine = CallData<'explanation.mine'>

export type ExplainContext = Pick<AppContext, 'db' | 'now' | 'shared' | 'lastingKeys'>

/** The member whose entry is explained, and the language of the reader. */
export type Explained = { memberId: number; language: Language }

/** The part that members and operators read. */
export type PublicPart = Omit<Mine, 'entryId'>

/** The part that only operators read. */
export type OperatorPart = Omit<CallData<'explanation.ofMember'>, keyof Mine>

export type Explanation = { public: PublicPart; operator: OperatorPart }

/** Names another entry of the member that has the same explanation. */
export type SameAs = { sameAs: string }

/**
 * Explains the entry with this key, the text after the colon of its id. Returns undefined if the
 * member has no such entry.
 */
export type Explainer = (
  ctx: ExplainContext,
  of: Explained,
  key: string,
) => Promise<Explanation | SameAs | undefined>

/** An operator's part with nothing to add, to be extended. */
export const NO_OPERATOR_PART: OperatorPart = {
  replayed: null,
  equalsLedger: null,
  hiddenInputs: {},
  refusal: null,
  links: [],
}
