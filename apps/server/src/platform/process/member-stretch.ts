/** A stretch of members by id: the size limits how many are examined, not how many are found. */
export type MemberStretch = { afterMemberId: number; size: number }

/** The members found in a stretch, and the last one examined; undefined if none is left. */
export type ExaminedMembers = { memberIds: number[]; lastMemberId: number | undefined }
