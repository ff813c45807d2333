import { verifyExport, type ExportResult } from '@solstice/points-log/export-file'
import { dataIn, type DataFile } from '#/lib/data-file.ts'
import { logCrypto } from '#/lib/log-crypto.ts'

/** Returns the data that the app wrote into this page; undefined for the page without data. */
export function embeddedFile(): DataFile | undefined {
  const textOf = (id: string) => document.getElementById(id)?.textContent
  const [seal, data] = [textOf('seal'), textOf('data')]
  return seal === undefined || seal === null || data === undefined || data === null
    ? undefined
    : dataIn({ seal, data })
}

export type Checked = { file: DataFile; result: ExportResult }

export function check(file: DataFile): Checked {
  return { file, result: verifyExport(logCrypto, file) }
}
