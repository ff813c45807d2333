import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../run-step.ts'

/** The build that server tests and journeys use; its stamp file shows whether it is current. */
const WEB_BUILD = 'apps/web/dist'
/** The scope of the workspaces, whose links have to point into the copy. */
const OWN_SCOPE = '@solstice'

export type TreeCopy = { folder: string; remove: () => void }

/** Copies the working tree, uncommitted changes included, so that mutants never touch it. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-mutants-'))
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  for (const file of listed.split('\0')) {
    const source = join(ROOT, file)
    // Git lists a deleted file until the deletion is staged.
    if (file === '' || !existsSync(source)) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(source, join(folder, file))
  }
  if (existsSync(join(ROOT, WEB_BUILD))) {
    cpSync(join(ROOT, WEB_BUILD), join(folder, WEB_BUILD), { recursive: true })
  }
  linkPackages(folder)
  linkPackagesOfWorkspaces(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Links every installed package, but no cache: a cache could contain code of another tree. */
function linkPackages(folder: string): void {
  const installed = join(ROOT, 'node_modules')
  const linked = join(folder, 'node_modules')
  mkdirSync(linked)
  for (const name of readdirSync(installed)) {
    if (name === OWN_SCOPE) {
      cpSync(join(installed, name), join(linked, name), {
        recursive: true,
        verbatimSymlinks: true,
      })
    } else if (name === '.bin' || !name.startsWith('.')) {
      symlinkSync(join(installed, name), join(linked, name))
    }
  }
}

/** Links the versions that a workspace has of its own, because the shared ones may differ. */
function linkPackagesOfWorkspaces(folder: string): void {
  for (const installed of globSync('{apps,packages}/*/node_modules', { cwd: ROOT })) {
    symlinkSync(join(ROOT, installed), join(folder, installed))
  }
}
