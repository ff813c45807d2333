import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMAIL_MAX_LENGTH, isEmail, mailboxOf, maskEmail, normaliseEmail } from './email.ts'

describe('an email address', () => {
  test.each(['a@b.c', 'first.last+tag@sub.harbor.example', ' Mina@Harbor.example ', '김@한국.kr'])(
    'is %j',
    (input) => {
      expect(isEmail(input)).toBe(true)
    },
  )

  test.each(['', ' ', 'abc', 'a.b', 'a@b', '@b.c', 'a@.', 'a@b.', 'a b@c.d', 'a@b c.d', 'a@b@c.d'])(
    'is not %j',
    (input) => {
      expect(isEmail(input)).toBe(false)
    },
  )

  test('has at most 254 characters', () => {
    const ofLength = (length: number) => `${'a'.repeat(length - 5)}@b.co`

    expect(isEmail(ofLength(EMAIL_MAX_LENGTH))).toBe(true)
    expect(isEmail(ofLength(EMAIL_MAX_LENGTH + 1))).toBe(false)
  })

  test('is compared case-insensitively and without surrounding spaces', () => {
    expect(normaliseEmail(' Mina@Harbor.example\t')).toBe('mina@harbor.example')
  })

  test('stays valid and equal with other case and surrounding spaces', () => {
    const typed = fc.record({
      email: fc.emailAddress(),
      before: fc.stringMatching(/^ {0,3}$/),
      after: fc.stringMatching(/^[ \t\n]{0,3}$/),
    })

    fc.assert(
      fc.property(typed, ({ email, before, after }) => {
        const upperCased = `${before}${email.toUpperCase()}${after}`
        expect(isEmail(upperCased)).toBe(isEmail(email))
        expect(normaliseEmail(upperCased)).toBe(normaliseEmail(email))
      }),
    )
  })

  test('contains no white space at any position', () => {
    const insertion = fc.record({
      email: fc.emailAddress(),
      at: fc.nat(),
      space: fc.constantFrom(' ', '\t', '\n', '\u3000'),
    })

    fc.assert(
      fc.property(insertion, ({ email, at, space }) => {
        const cut = 1 + (at % (email.length - 1))
        expect(isEmail(`${email.slice(0, cut)}${space}${email.slice(cut)}`)).toBe(false)
      }),
    )
  })
})

test.each([
  ['Mina+solstice@harbor.example', 'mina@harbor.example'],
  ['mina+a+b@harbor.example', 'mina@harbor.example'],
  ['mi.na@harbor.example', 'mi.na@harbor.example'],
  ['m.i.n.a+1@gmail.com', 'mina@gmail.com'],
  ['mina@GoogleMail.com', 'mina@gmail.com'],
  ['mi.na@pm.me', 'mina@proton.me'],
  [' mina@harbor.example ', 'mina@harbor.example'],
])('the mailbox of %j is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('the mailbox of a mailbox is itself, for random addresses', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      expect(mailboxOf(mailboxOf(email))).toBe(mailboxOf(email))
    }),
  )
})

test.each([
  ['minyoung.harbor@naver.com', 'm••••r@naver.com'],
  ['mina@harbor.example', 'm••••a@harbor.example'],
  ['min@harbor.example', 'm••••n@harbor.example'],
  ['mi@harbor.example', '••••@harbor.example'],
  ['m@harbor.example', '••••@harbor.example'],
  ['"a@b"@harbor.example', '"••••"@harbor.example'],
  ['deleted:12', 'deleted:12'],
])('the masked form of %s is %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test('the masked form has at most two characters of the name, for random addresses', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const name = maskEmail(email).slice(0, -email.slice(email.lastIndexOf('@')).length)
      expect(name.replace('••••', '').length).toBeLessThanOrEqual(2)
      expect(maskEmail(email)).not.toContain(email)
    }),
  )
})
