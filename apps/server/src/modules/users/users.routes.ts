import type { FastifyInstance } from 'fastify'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import {
  changeProfile,
  loadProfileImage,
  PROFILE_IMAGE_PATH,
  profileOf,
  setProfileImage,
} from './profile.service.ts'
import { changeNickname, checkNickname, memberView } from './users.service.ts'

export function usersRoutes(ctx: AppContext, mount: Mount): void {
  mount('users.me', async ({ session }) => memberView({ id: session.memberId, ...session }))

  mount('users.checkNickname', async ({ query }) => {
    await checkNickname(ctx, query.nickname)
    return { available: true } as const
  })

  mount('users.changeNickname', async ({ session, body }) => {
    const member = { id: session.memberId, nickname: session.nickname }
    return { nickname: await changeNickname(ctx, member, body.nickname) }
  })

  mount('users.profile', ({ session }) => profileOf(ctx, session.memberId))

  mount('users.changeProfile', ({ session, body }) => changeProfile(ctx, session.memberId, body))

  mount('users.setProfileImage', async ({ session, body }) => ({
    profileImageUrl: await setProfileImage(ctx, session.memberId, body.image),
  }))
}

/**
 * Serves the only response under /v1 without an envelope, because an `<img>` could not read one.
 */
export function serveProfileImages(ctx: AppContext, app: FastifyInstance): void {
  app.get<{ Params: { imageId: string } }>(
    `${PROFILE_IMAGE_PATH}/:imageId`,
    async (request, reply) => {
      const { type, content } = await loadProfileImage(ctx, request.params.imageId)
      // Opened directly, the file must not run or load anything.
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      reply.header('cache-control', 'private, max-age=86400, immutable')
      return reply.type(type).send(content)
    },
  )
}
