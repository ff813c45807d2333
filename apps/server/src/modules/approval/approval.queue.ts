export const EXPIRE_APPROVAL = 'approval.expire'
export type ExpireApproval = { approvalId: number }

/**
 * SOLO_BEGUN: one person will be able to confirm alone. SOLO_CONFIRMED: they did. FORMER_COUNTS:
 * somebody who lost the right to approve still counts.
 */
export type ApprovalMailEvent = 'SOLO_BEGUN' | 'SOLO_CONFIRMED' | 'FORMER_COUNTS'

export const APPROVAL_MAIL = 'approval.mail'
export type ApprovalMail = { approvalId: number; operatorId: number; event: ApprovalMailEvent }
