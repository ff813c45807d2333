import alarms from './en/alarms.json'
import approvalTexts from './en/approval-texts.json'
import approvals from './en/approvals.json'
import audit from './en/audit.json'
import availability from './en/availability.json'
import command from './en/command.json'
import common from './en/common.json'
import compare from './en/compare.json'
import confirm from './en/confirm.json'
import dashboard from './en/dashboard.json'
import enrol from './en/enrol.json'
import health from './en/health.json'
import holds from './en/holds.json'
import idle from './en/idle.json'
import jobs from './en/jobs.json'
import live from './en/live.json'
import maintenance from './en/maintenance.json'
import me from './en/me.json'
import member from './en/member.json'
import members from './en/members.json'
import menu from './en/menu.json'
import notice from './en/notice.json'
import objection from './en/objection.json'
import operators from './en/operators.json'
import payouts from './en/payouts.json'
import plot from './en/plot.json'
import planProblems from './en/plan-problems.json'
import policy from './en/policy.json'
import refunds from './en/refunds.json'
import roles from './en/roles.json'
import seasons from './en/seasons.json'
import shop from './en/shop.json'
import signIn from './en/sign-in.json'
import stepUp from './en/step-up.json'
import solo from './en/solo.json'
import timeline from './en/timeline.json'
import today from './en/today.json'
import treasury from './en/treasury.json'
import why from './en/why.json'

/** The English files define the available texts; a test checks the other language against them. */
export const texts = {
  common,
  refunds,
  shop,
  roles,
  menu,
  members,
  holds,
  notice,
  maintenance,
  compare,
  confirm,
  command,
  stepUp,
  idle,
  signIn,
  enrol,
  objection,
  me,
  today,
  approvals,
  approvalTexts,
  operators,
  audit,
  jobs,
  health,
  treasury,
  payouts,
  plot,
  policy,
  live,
  solo,
  member,
  timeline,
  why,
  alarms,
  dashboard,
  seasons,
  availability,
  planProblems,
}
