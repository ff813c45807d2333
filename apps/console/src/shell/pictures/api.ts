import { queryOptions } from '@tanstack/react-query'
import { mediaEndpoints } from '@solstice/contract/media.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'

export type Picture = CallData<'media.add'>

/** The newest pictures; older ones stay in the seasons that use them. */
const SIZE = 100

export const picturesQuery = queryOptions({
  queryKey: ['media'],
  queryFn: ({ signal }) =>
    call(mediaEndpoints['media.list'], { query: { page: 1, size: SIZE } }, { signal }),
})

/** The limits of the contract, which would load all schemas with them. */
const MOST_BYTES = 1_400_000
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

export type PictureProblem = 'type' | 'size'

/** Checks a file before it is sent; the server checks its content. */
export function problemOfPicture({
  type,
  size,
}: Pick<File, 'type' | 'size'>): PictureProblem | undefined {
  if (!PICTURE_TYPES.includes(type)) return 'type'
  return size > MOST_BYTES ? 'size' : undefined
}

const NAME_LENGTH = 120

export async function addPicture(file: File): Promise<Picture> {
  const data = base64Of(new Uint8Array(await file.arrayBuffer()))
  const name = file.name.replaceAll(/\p{Cc}/gu, '').slice(0, NAME_LENGTH) || 'picture'
  return call(
    mediaEndpoints['media.add'],
    { body: { name, data } },
    { idempotencyKey: crypto.randomUUID() },
  )
}

/** Encodes in pieces, because a function takes a limited number of arguments. */
export function base64Of(bytes: Uint8Array): string {
  const PIECE = 8192
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  }
  return btoa(binary)
}
