import type { MissionType } from '@solstice/rules/missions/registry'
import { z } from 'zod'
import { checkInContract } from './check-in/check-in.schemas.ts'
import { earnContract } from './earn/earn.schemas.ts'
import { inviteContract } from './invite/invite.schemas.ts'
import type { MissionContract } from './mission-contract.ts'
import { partnerContract } from './partner/partner.schemas.ts'
import { purchaseContract } from './purchase/purchase.schemas.ts'
import { quizContract } from './quiz/quiz.schemas.ts'
import { spinContract } from './spin/spin.schemas.ts'
import { ticketContract } from './ticket/ticket.schemas.ts'

const missionContracts = {
  CHECK_IN: checkInContract,
  SPIN: spinContract,
  TICKET: ticketContract,
  INVITE: inviteContract,
  PARTNER: partnerContract,
  PURCHASE: purchaseContract,
  EARN: earnContract,
  QUIZ: quizContract,
} as const satisfies Record<MissionType, MissionContract>

type Contracts = typeof missionContracts
type Contract = Contracts[MissionType]
type Detail = Contract['detail']
type Reply = Extract<Contract, { reply: z.ZodObject }>['reply']
type Bodies = Contract['body']
type UnionToIntersection<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

const contracts: readonly MissionContract[] = Object.values(missionContracts)

// The compiler cannot derive the types of these values from a mapped list.
export const missionDetails = contracts.map(({ detail }) => detail) as unknown as [
  Detail,
  ...Detail[],
]
export const missionReplies = contracts.flatMap(({ reply }) => reply ?? []) as unknown as [
  Reply,
  ...Reply[],
]
export const missionBody = Object.fromEntries(
  contracts.flatMap(({ body }) => Object.entries(body)),
) as unknown as UnionToIntersection<Bodies>

type Terms = NonNullable<MissionContract['terms']>

/**
 * Accepts the terms of any type or none; the plan schema checks that they fit the mission's type.
 */
export const plannedTerms: z.ZodType<z.output<Terms> | null> =
  contracts
    .flatMap(({ terms }) => terms ?? [])
    .reduce<Terms | undefined>((any, terms) => any?.or(terms) ?? terms, undefined)
    ?.nullable() ?? z.null()

export function termsOf(type: MissionType): MissionContract['terms'] {
  const { terms }: MissionContract = missionContracts[type]
  return terms
}
