import { createHash } from 'node:crypto'
import { Code } from '@solstice/contract/codes'
import { MEDIA_MAX_BYTES } from '@solstice/contract/media.schemas'
import type { CallData } from '@solstice/contract/wire'
import { actorOf, type Operator } from '#/modules/operator/operator.service.ts'
import { appendAudit } from '#/platform/books/audit.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  findPicture,
  findPictureBytes,
  findPictures,
  insertPicture,
  type ListedPicture,
} from './media.queries.ts'
import { encodePicture, type EncodedPicture } from './picture-encoding.ts'

type Context = Pick<AppContext, 'db' | 'now'>

export const MEDIA_PATH = '/media'

export async function listPictures(
  ctx: Pick<Context, 'db'>,
  query: PageQuery,
): Promise<CallData<'media.list'>> {
  const { rows, totalCount } = await findPictures(ctx.db, query)
  return pageOf(query, rows.map(view), totalCount)
}

/** Re-encodes an uploaded file before any transaction begins, because it takes long. */
export async function readUpload(base64: string): Promise<EncodedPicture> {
  const file = Buffer.from(base64, 'base64')
  if (file.length > MEDIA_MAX_BYTES) throw notAPicture('The file is larger than 1.4 MB')
  const picture = await encodePicture(file)
  if (!picture) throw notAPicture('The file is not a PNG, JPEG or WebP picture')
  return picture
}

function notAPicture(text: string) {
  return refuse(Code.INVALID_REQUEST, { data: { issues: [{ path: 'data', text }] } })
}

/** Stores a picture once, however often it is uploaded. */
export async function addPicture(
  tx: Db,
  ctx: Pick<Context, 'now'>,
  by: Operator,
  { name, picture }: { name: string; picture: EncodedPicture },
): Promise<CallData<'media.add'>> {
  const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
  const at = ctx.now()
  const { operatorId } = by
  const isNew = await insertPicture(tx, { ...picture, sha256, name, operatorId, createdAt: at })
  const stored = await findPicture(tx, sha256)
  if (!stored) throw new Error('A stored picture is missing')
  if (isNew) {
    const { width, height } = stored
    await appendAudit(tx, {
      at,
      actor: actorOf(by),
      action: 'media.add',
      subject: `media:${sha256}`,
      data: { width, height },
    })
  }
  return view(stored)
}

function view({ size, createdAt, ...picture }: ListedPicture) {
  const url = `${MEDIA_PATH}/${picture.sha256}.webp`
  return { ...picture, url, bytes: size, createdAt: createdAt.toISOString() }
}

/** Returns the bytes of a picture; undefined for a name that is not the hash of one. */
export async function loadPicture(
  ctx: Pick<Context, 'db'>,
  file: string,
): Promise<Buffer | undefined> {
  const [, sha256] = /^([0-9a-f]{64})\.webp$/.exec(file) ?? []
  return sha256 === undefined ? undefined : findPictureBytes(ctx.db, sha256)
}
