import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

const decision = {
  method: 'POST',
  access: 'operator',
  roles: OPERATOR_ROLES,
  idempotent: true,
} as const

export const approvalEndpoints = {
  'approval.list': {
    id: 'approval.list',
    method: 'GET',
    path: '/v1/operator/approvals',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary:
      'Lists the proposals that the role may make or decide, newest first: all in a state, those this operator made, or those this operator can decide now.',
    codes: [],
  },
  'approval.show': {
    id: 'approval.show',
    method: 'GET',
    path: '/v1/operator/approvals/{approvalId}',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Returns one proposal, the persons who can approve it now, and its changes.',
    codes: [Code.NOT_FOUND],
  },
  'approval.approve': {
    ...decision,
    id: 'approval.approve',
    path: '/v1/operator/approvals/{approvalId}/approve',
    summary:
      'Approves a proposal and runs its call in the same transaction. Returns 9991 to the requester and to machines, 2912 before the wait of the solo rule has passed, and 2913 if its subject changed or it is no longer open. A refusal of the call itself leaves the proposal open.',
    codes: [
      Code.NOT_FOUND,
      Code.STEP_UP_REQUIRED,
      Code.FACTOR_TOO_NEW,
      Code.APPROVAL_PENDING,
      Code.OUTDATED,
    ],
  },
  'approval.decline': {
    ...decision,
    id: 'approval.decline',
    path: '/v1/operator/approvals/{approvalId}/decline',
    summary: 'Declines a proposal with a reason. Returns 2913 if it is no longer open.',
    codes: [Code.NOT_FOUND, Code.OUTDATED],
  },
  'approval.withdraw': {
    ...decision,
    id: 'approval.withdraw',
    path: '/v1/operator/approvals/{approvalId}/withdraw',
    summary:
      'Withdraws a proposal. Only its requester may do so. Returns 2913 if it is no longer open.',
    codes: [Code.NOT_FOUND, Code.OUTDATED],
  },
  'approval.policy': {
    id: 'approval.policy',
    method: 'GET',
    path: '/v1/operator/approval-policy',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Returns the amounts up to which one operator acts alone.',
    codes: [],
  },
  'approval.setPolicy': {
    id: 'approval.setPolicy',
    method: 'PUT',
    path: '/v1/operator/approval-policy',
    access: 'operator',
    roles: [],
    idempotent: true,
    stepUp: true,
    approval: 'POLICY',
    summary:
      'Changes the given amounts of the approval policy. Lowering applies at once; raising needs another owner (2912).',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
