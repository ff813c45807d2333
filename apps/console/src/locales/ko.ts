import alarms from './ko/alarms.json'
import approvalTexts from './ko/approval-texts.json'
import approvals from './ko/approvals.json'
import audit from './ko/audit.json'
import availability from './ko/availability.json'
import command from './ko/command.json'
import common from './ko/common.json'
import compare from './ko/compare.json'
import confirm from './ko/confirm.json'
import dashboard from './ko/dashboard.json'
import enrol from './ko/enrol.json'
import health from './ko/health.json'
import holds from './ko/holds.json'
import idle from './ko/idle.json'
import jobs from './ko/jobs.json'
import live from './ko/live.json'
import maintenance from './ko/maintenance.json'
import me from './ko/me.json'
import member from './ko/member.json'
import members from './ko/members.json'
import menu from './ko/menu.json'
import notice from './ko/notice.json'
import objection from './ko/objection.json'
import operators from './ko/operators.json'
import payouts from './ko/payouts.json'
import plot from './ko/plot.json'
import planProblems from './ko/plan-problems.json'
import policy from './ko/policy.json'
import refunds from './ko/refunds.json'
import roles from './ko/roles.json'
import seasons from './ko/seasons.json'
import shop from './ko/shop.json'
import signIn from './ko/sign-in.json'
import stepUp from './ko/step-up.json'
import solo from './ko/solo.json'
import timeline from './ko/timeline.json'
import today from './ko/today.json'
import treasury from './ko/treasury.json'
import why from './ko/why.json'

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
