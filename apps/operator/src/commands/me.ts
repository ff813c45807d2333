import type { CommandGroup } from '#/command.ts'
import { when } from '#/show.ts'
import { facts } from '#/table.ts'

export const meCommands: CommandGroup = {
  title: 'You',
  commands: [
    {
      name: 'me',
      summary: 'The operator of this token and its role',
      run: async (call) => {
        const data = await call('operator.me', {})
        return {
          data,
          text: facts([
            ['Name', data.name],
            ['Role', data.role],
            ['Id', String(data.operatorId)],
            ['Token until', when(data.expiresAt)],
          ]),
        }
      },
    },
  ],
}
