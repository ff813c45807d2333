import type { CommandGroup } from './command.ts'
import { approvalsCommands } from './commands/approvals.ts'
import { auditCommands } from './commands/audit.ts'
import { campaignsCommands } from './commands/campaigns.ts'
import { invitesCommands } from './commands/invites.ts'
import { jobsCommands } from './commands/jobs.ts'
import { ledgerCommands } from './commands/ledger.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { meCommands } from './commands/me.ts'
import { membersCommands } from './commands/members.ts'
import { networksCommands } from './commands/networks.ts'
import { noticesCommands } from './commands/notices.ts'
import { operatorsCommands } from './commands/operators.ts'
import { payoutsCommands } from './commands/payouts.ts'
import { refundsCommands } from './commands/refunds.ts'
import { seasonsCommands } from './commands/seasons.ts'
import { shopCommands } from './commands/shop.ts'

/** Lists every command in the order of the help. A slice adds its own file and one line here. */
export const groups: readonly CommandGroup[] = [
  meCommands,
  operatorsCommands,
  membersCommands,
  seasonsCommands,
  invitesCommands,
  shopCommands,
  refundsCommands,
  payoutsCommands,
  noticesCommands,
  campaignsCommands,
  maintenanceCommands,
  networksCommands,
  approvalsCommands,
  auditCommands,
  jobsCommands,
  ledgerCommands,
]
