import { changesBetween, type SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { withoutReason } from '#/platform/books/audit-reason.ts'
import { changedTerms } from './terms.service.ts'

export const readTermsChange: SubjectReader<'invite.setTerms'> = async (tx, _ctx, { body }) => {
  const { before, after, termsBefore, terms } = await changedTerms(tx, withoutReason(body))
  return {
    subject: 'invites',
    values: {},
    changes: changesBetween(before, after),
    facts: () => ({ before: termsBefore, after: terms }),
  }
}
