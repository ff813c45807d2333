import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const MIB = 1024 * 1024
const MAGIC_BYTES = {
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  jpeg: Buffer.from('ffd8ffe0', 'hex'),
  webp: Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBP')]),
}
type Kind = keyof typeof MAGIC_BYTES

function picture(kind: Kind, size = 64): Buffer {
  return Buffer.concat([MAGIC_BYTES[kind], Buffer.alloc(size - MAGIC_BYTES[kind].length, 7)])
}

const dataUrl = (type: string, content: Buffer) =>
  `data:image/${type};base64,${content.toString('base64')}`

describe('the profile image', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('accepts a %s and is served as one', async (kind) => {
    const member = await signUpMember(server)
    const content = picture(kind)

    const reply = await member.call('users.setProfileImage', {
      body: { image: dataUrl(kind, content) },
    })
    const url = reply.data?.profileImageUrl ?? ''
    const served = await server.app.inject(url)

    expect(url).toMatch(/^\/v1\/public\/users\/images\/[\w-]{22}$/)
    expect(served.statusCode).toBe(200)
    expect(served.headers).toMatchObject({
      'content-type': `image/${kind}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400, immutable',
    })
    expect(served.rawPayload).toEqual(content)
    expect((await member.call('users.profile', {})).data?.profileImageUrl).toBe(url)
  })

  test('gets a new URL each time, and the old URL returns nothing', async () => {
    const member = await signUpMember(server)
    const set = async () => {
      const image = dataUrl('png', picture('png'))
      const reply = await member.call('users.setProfileImage', { body: { image } })
      return reply.data?.profileImageUrl ?? ''
    }

    const [first, second] = [await set(), await set()]

    expect(second).not.toBe(first)
    expect((await server.app.inject(first)).json()).toMatchObject({ code: Code.NOT_FOUND })
  })

  test('is removed with null', async () => {
    const member = await signUpMember(server)
    const set = await member.call('users.setProfileImage', {
      body: { image: dataUrl('png', picture('png')) },
    })

    const removed = await member.call('users.setProfileImage', { body: { image: null } })

    expect(removed.data).toEqual({ profileImageUrl: null })
    expect((await server.app.inject(set.data?.profileImageUrl ?? '')).statusCode).toBe(404)
    expect((await member.call('users.profile', {})).data?.profileImageUrl).toBeNull()
  })

  test('accepts 1 MiB and not a byte more', async () => {
    const member = await signUpMember(server)
    const set = (size: number) =>
      member.call('users.setProfileImage', {
        body: { image: dataUrl('jpeg', picture('jpeg', size)) },
      })

    const largest = await set(MIB)
    const larger = await set(MIB + 1)
    const huge = await set(2 * MIB)

    expect(largest.code).toBe(0)
    expect([larger.code, huge.code]).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
  })

  test.each([
    ['an SVG declared as PNG', dataUrl('png', Buffer.from('<svg onload="x()">'))],
    ['a JPEG declared as PNG', dataUrl('png', picture('jpeg'))],
    ['svg', dataUrl('svg+xml', Buffer.from('<svg/>'))],
    ['gif', dataUrl('gif', Buffer.from('GIF89a'))],
    ['text', 'data:text/html;base64,PGI+'],
    ['an address', 'https://evil.example/a.png'],
    ['no base64', 'data:image/png;base64,%%%'],
    ['nothing', ''],
  ])('rejects %s', async (_label, image) => {
    const member = await signUpMember(server)

    const reply = await member.call('users.setProfileImage', { body: { image } })

    expect(reply.code).toBe(Code.INVALID_REQUEST)
  })

  test('is the only call that accepts a large body', async () => {
    const member = await signUpMember(server)

    const reply = await member.call('users.changeNickname', {
      body: { nickname: 'a'.repeat(70_000) },
    })

    expect(reply.code).toBe(Code.INVALID_REQUEST)
  })

  test.each(['x', 'A'.repeat(22), '..%2F..%2Fetc', '%00'])(
    'returns nothing for an unknown id: %s',
    async (imageId) => {
      const served = await server.app.inject(`/v1/public/users/images/${imageId}`)

      expect(served.statusCode).toBe(404)
    },
  )
})
