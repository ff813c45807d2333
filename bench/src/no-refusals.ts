/** Replaces `http/member-refusals.ts` in `forgetful-server.ts`. */
export const keepMemberRefusals = () => {}

export const subjectOf = () => ({})
