import type { CommandGroup } from '#/command.ts'
import { table } from '#/table.ts'

export const ledgerCommands: CommandGroup = {
  title: 'Ledger',
  commands: [
    {
      name: 'ledger verify',
      summary: 'Verifies every entry; exits with 1 if a rule is violated',
      run: async (call) => {
        const data = await call('operator.verifyLedger', {})
        if (data.ok) return { data, text: 'The ledger is consistent.' }
        const rows = data.problems.map(({ rule, where }) => [where, rule])
        const count = `The ledger is INCONSISTENT in ${data.problemCount} places.`
        const text = `${count}\n\n${table([{ title: 'Where' }, { title: 'Broken rule' }], rows)}`
        return { data, text, broken: true }
      },
    },
  ],
}
