import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  PROFILE_IMAGE_MAX_BYTES,
  PROFILE_IMAGE_TYPES,
  type ProfileImageType,
} from '@solstice/rules/account'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { refuse } from '#/platform/process/refusal.ts'
import {
  deleteImage,
  findImage,
  findImageId,
  replaceImage,
  type ProfileImage,
} from './profile-image.queries.ts'
import { changeMember, loadMember, lockMember } from './users.service.ts'

export const PROFILE_IMAGE_PATH = '/v1/public/users/images'
const IMAGE_ID_BYTES = 16

/** Reads the same column as `me` and the wallet call, so that the three never disagree. */
export async function profileOf(
  ctx: Pick<AppContext, 'db'>,
  memberId: number,
): Promise<CallData<'users.profile'>> {
  const member = await loadMember(ctx, memberId)
  const imageId = await findImageId(ctx.db, memberId)
  const { walletAddress, nickname, email, language } = member
  return { walletAddress, nickname, email, language, profileImageUrl: imageUrl(imageId) }
}

export async function changeProfile(
  ctx: Pick<AppContext, 'db'>,
  memberId: number,
  { language }: CallInput<'users.changeProfile'>['body'],
): Promise<CallData<'users.profile'>> {
  if (language) await changeMember(ctx.db, memberId, { language })
  return profileOf(ctx, memberId)
}

/**
 * Stores every image under its own random URL, so that browsers may cache it and no one can guess
 * it.
 */
export async function setProfileImage(
  ctx: Pick<AppContext, 'db' | 'now' | 'randomBytes'>,
  memberId: number,
  dataUrl: string | null,
): Promise<string | null> {
  if (dataUrl === null) {
    await deleteImage(ctx.db, memberId)
    return null
  }
  const image = readImage(dataUrl)
  if (!image) throw refuse(Code.INVALID_REQUEST)
  const id = Buffer.from(ctx.randomBytes(IMAGE_ID_BYTES)).toString('base64url')
  await ctx.db.transaction(async (tx) => {
    // The lock prevents storing an image for an account that is being deleted.
    await lockMember(tx, memberId)
    await replaceImage(tx, { id, memberId, image, createdAt: ctx.now() })
  })
  return imageUrl(id)
}

export async function loadProfileImage(
  ctx: Pick<AppContext, 'db'>,
  id: string,
): Promise<ProfileImage> {
  const image = /^[\w-]{22}$/.test(id) ? await findImage(ctx.db, id) : undefined
  if (!image) throw refuse(Code.NOT_FOUND)
  return image
}

/** Deletes the profile image as part of deleting an account. */
export function eraseProfileImage(tx: Db, memberId: number): Promise<void> {
  return deleteImage(tx, memberId)
}

function imageUrl(id: string): string
function imageUrl(id: string | undefined): string | null
function imageUrl(id: string | undefined): string | null {
  return id === undefined ? null : `${PROFILE_IMAGE_PATH}/${id}`
}

const DATA_URL = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/

/** Returns the image if its declared type matches its first bytes. */
function readImage(dataUrl: string): ProfileImage | undefined {
  const [, declared, base64 = ''] = DATA_URL.exec(dataUrl) ?? []
  const type = PROFILE_IMAGE_TYPES.find((known) => known === declared)
  if (!type) return undefined
  const content = Buffer.from(base64, 'base64')
  const fits = content.length > 0 && content.length <= PROFILE_IMAGE_MAX_BYTES
  return fits && MAGIC_BYTES[type](content) ? { type, content } : undefined
}

const MAGIC_BYTES: Record<ProfileImageType, (content: Buffer) => boolean> = {
  'image/png': (content) => content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  'image/jpeg': (content) => content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  'image/webp': (content) =>
    content.subarray(0, 4).toString('latin1') === 'RIFF' &&
    content.subarray(8, 12).toString('latin1') === 'WEBP',
}
