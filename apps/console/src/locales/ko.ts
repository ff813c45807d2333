import alarms from './ko/alarms.json'
import approvalTexts from './ko/approval-texts.json'
import approvals from './ko/approvals.json'
import audit from './ko/audit.json'
import builderParts from './ko/builder-parts.json'
import builder from './ko/builder.json'
import command from './ko/command.json'
import common from './ko/common.json'
import compare from './ko/compare.json'
import confirm from './ko/confirm.json'
import dashboard from './ko/dashboard.json'
import enrol from './ko/enrol.json'
import health from './ko/health.json'
import idle from './ko/idle.json'
import jobs from './ko/jobs.json'
import live from './ko/live.json'
import me from './ko/me.json'
import member from './ko/member.json'
import members from './ko/members.json'
import menu from './ko/menu.json'
import objection from './ko/objection.json'
import operators from './ko/operators.json'
import plot from './ko/plot.json'
import planProblems from './ko/plan-problems.json'
import policy from './ko/policy.json'
import preview from './ko/preview.json'
import publish from './ko/publish.json'
import roles from './ko/roles.json'
import seasons from './ko/seasons.json'
import signIn from './ko/sign-in.json'
import stepUp from './ko/step-up.json'
import solo from './ko/solo.json'
import timeline from './ko/timeline.json'
import today from './ko/today.json'
import treasury from './ko/treasury.json'
import why from './ko/why.json'

export const texts = {
  common,
  roles,
  menu,
  members,
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
  plot,
  policy,
  live,
  preview,
  publish,
  solo,
  member,
  timeline,
  why,
  alarms,
  dashboard,
  seasons,
  builder,
  builderParts,
  planProblems,
}
