/** The tabs of the list of approvals, as the server names them. */
export const APPROVAL_FILTERS = ['waiting', 'mine', 'all'] as const
export type ApprovalFilter = (typeof APPROVAL_FILTERS)[number]
