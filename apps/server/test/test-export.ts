import type { CallData } from '@solstice/contract/wire'
import type { ExportData } from '@solstice/points-log/export-file'
import type { Browser } from './test-member.ts'
import { PIN, pinHeader } from './test-pin.ts'

export type DownloadedFile = CallData<'export.create'> & { data: string; content: ExportData }

/** Prepares the file of a member and reads all its parts. */
export async function downloadData(member: Browser): Promise<DownloadedFile> {
  const created = await member.call(
    'export.create',
    {},
    await pinHeader(member, PIN, 'DATA_EXPORT'),
  )
  if (!created.data) throw new Error(`The export was refused with ${created.code}`)
  const { exportId, parts } = created.data
  let data = ''
  for (let part = 1; part <= parts; part++) {
    const reply = await member.call('export.part', { params: { exportId, part } })
    data += reply.data?.content ?? ''
  }
  // The server wrote this text.
  return { ...created.data, data, content: JSON.parse(data) as ExportData }
}

export function rowsIn({ content }: DownloadedFile, name: string) {
  return content.tables.find((table) => table.name === name)?.rows ?? []
}
