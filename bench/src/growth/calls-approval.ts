import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import { anApprover, aProposal } from '../../../apps/server/test/test-approval.ts'
import { byOperator, type Scenario, type Scenarios } from './scenario.ts'
import type { World } from './world.ts'

const reason = 'Growth benchmark'

const ofOperator = async ({ server, operator }: World) => {
  const { approvalId } = await aProposal(server, operator.operatorId)
  return { approvalId }
}

const approving: Scenario = async (world) => {
  const [requester, approver] = [await anApprover(world.server), await anApprover(world.server)]
  const { approvalId } = await aProposal(world.server, requester.operatorId)
  return () => approver.approve(approvalId)
}

const declining: Scenario = async (world) => {
  const [requester, approver] = [await anApprover(world.server), await anApprover(world.server)]
  const { approvalId } = await aProposal(world.server, requester.operatorId)
  return () => approver.call('approval.decline', { params: { approvalId }, body: { reason } })
}

/** All calls about proposals. */
export const APPROVAL_CALLS = {
  'approval.list': byOperator('approval.list', () => ({ query: {} })),
  'approval.show': byOperator('approval.show', async (world) => ({
    params: await ofOperator(world),
  })),
  'approval.approve': approving,
  'approval.decline': declining,
  'approval.withdraw': byOperator('approval.withdraw', async (world) => ({
    params: await ofOperator(world),
    body: {},
  })),
  'approval.policy': byOperator('approval.policy', () => ({})),
  'approval.setPolicy': byOperator('approval.setPolicy', () => ({
    body: { adjustXp: 5000, reason },
  })),
} as const satisfies { [Id in CallId]?: Scenarios }
