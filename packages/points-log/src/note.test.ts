import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import {
  checkpointText,
  openCheckpoint,
  parseVerifierKey,
  signCheckpoint,
  verifierKeyText,
  type Verify,
} from './note.ts'

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const spki = hexToBytes('302a300506032b6570032100')
const pkcs8 = hexToBytes('302e020100300506032b657004220420')

const verifyEd25519: Verify = (signature, message, publicKey) => {
  const key = Buffer.concat([spki, publicKey])
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
}

const privateKey = createPrivateKey({
  key: Buffer.concat([pkcs8, new Uint8Array(32).fill(7)]),
  format: 'der',
  type: 'pkcs8',
})
const publicKey = new Uint8Array(
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
)
const signer = { publicKey, sign: (message: Uint8Array) => sign(null, message, privateKey) }

const origin = 'solstice.example/log'
const checkpoint = { origin, size: 20_852_163, root: new Uint8Array(32).fill(9) }
const key = { name: origin, publicKey }

test('the key of the specification is parsed and written the same', () => {
  const text = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
  const parsed = parseVerifierKey(sha256, text)

  expect(parsed?.name).toBe('example.com/foo')
  expect(parsed && verifierKeyText(sha256, parsed)).toBe(text)
})

test.each([
  ['another id', 'example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
  ['another algorithm', 'example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
  ['a space', 'example com+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
  ['no text', ''],
])('a key with %s is rejected', (_name, text) => {
  expect(parseVerifierKey(sha256, text)).toBeUndefined()
})

test('the text of a checkpoint has the three lines of the specification', () => {
  expect(checkpointText(checkpoint)).toBe(
    'solstice.example/log\n20852163\nCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=\n',
  )
})

/** Returns a signature line of the log's key with these bytes as the signature. */
function lineWith(signature: Uint8Array): string {
  const [, text = ''] = verifierKeyText(sha256, key).split('+')
  return `— ${origin} ${Buffer.concat([hexToBytes(text), signature]).toString('base64')}\n`
}

describe('a signed checkpoint', () => {
  const note = signCheckpoint(sha256, checkpoint, signer)
  const open = (text: string) => openCheckpoint(sha256, text, key, verifyEd25519)

  test('is opened with the key of the log', () => {
    expect(open(note)).toEqual(checkpoint)
  })

  test('is opened with signatures of witnesses beside that of the log', () => {
    const witness = `— witness.example ${Buffer.alloc(68, 1).toString('base64')}\n`
    expect(open(`${note}${witness}`)).toEqual(checkpoint)
    expect(open(note.replace('— ', `${witness}— `))).toEqual(checkpoint)
  })

  test.each([
    ['with another size', (text: string) => text.replace('20852163', '20852164')],
    ['with another root', (text: string) => text.replace('CQkJ', 'CQkK')],
    ['of another log', (text: string) => text.replaceAll('solstice', 'solstic')],
    ['without a signature', (text: string) => text.slice(0, text.indexOf('— '))],
    ['cut off', (text: string) => text.slice(0, -1)],
    ['without the blank line', (text: string) => text.replace('\n\n', '\n')],
    ['with a second, wrong signature', (text: string) => text + lineWith(new Uint8Array(64))],
    ['that is empty', () => ''],
  ])('is rejected %s', (_name, change) => {
    expect(open(change(note))).toBeUndefined()
  })

  test.each(['a\nb\nc\n', `${origin}\n01\nCQk=\n`, `${origin}\n1\nCQk=\n`])(
    'is rejected if the key signed the text %j',
    (text) => {
      const signature = signer.sign(new TextEncoder().encode(text))
      expect(open(`${text}\n${lineWith(signature)}`)).toBeUndefined()
    },
  )
})
