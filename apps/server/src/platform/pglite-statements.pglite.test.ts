import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nameStatements } from './pglite-statements.ts'

let client: PGlite
beforeAll(async () => {
  client = new PGlite()
  await client.waitReady
  nameStatements(client)
  await client.exec('create table notes (id int primary key, text text, kept jsonb)')
})
afterAll(() => client.close())
beforeEach(() => client.query('delete from notes'))

const insert = 'insert into notes values ($1, $2, $3)'
const texts = async () =>
  (await client.query<{ text: string }>('select text from notes order by id')).rows.map(
    ({ text }) => text,
  )

test('values of every kind come back as they went', async () => {
  const asked =
    'select $1::text as a, $2::int as b, $3::jsonb as c, $4::bool as d, $5::text as e, $6::int[] as f'
  const values = ['여름 \\ \' "', -7, { list: [1, null] }, false, null, [3, 4]]

  for (const round of [1, 2]) {
    const { rows } = await client.query(asked, values)
    expect(rows, `round ${round}`).toEqual([
      { a: values[0], b: -7, c: values[2], d: false, e: null, f: [3, 4] },
    ])
  }
})

test('a text is prepared once, however often it is asked', async () => {
  const asked = 'select count(*)::int as many from pg_prepared_statements where $1::int > 0'
  const { rows: first } = await client.query(asked, [1])
  const { rows: second } = await client.query(asked, [2])

  expect(second).toEqual(first)
})

test('a statement that fails is told, and what follows is answered', async () => {
  await client.query(insert, [1, 'a', null])
  await expect(client.query(insert, [1, 'b', null])).rejects.toMatchObject({ code: '23505' })
  await expect(client.query('select nothing from nowhere where a = $1', [1])).rejects.toMatchObject(
    { code: '42P01' },
  )
  await client.query(insert, [2, 'c', null])

  expect(await texts()).toEqual(['a', 'c'])
})

test('a transaction that fails leaves nothing, and its statements stay usable', async () => {
  const failing = client.transaction(async (tx) => {
    await tx.query(insert, [1, 'a', null])
    await tx.query(insert, [1, 'b', null])
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  await client.transaction((tx) => tx.query(insert, [2, 'c', null]))

  expect(await texts()).toEqual(['c'])
})

test('nobody else is answered between the statements of a transaction', async () => {
  const order: string[] = []
  let other: Promise<unknown> | undefined
  await client.transaction(async (tx) => {
    for (const id of [1, 2, 3]) {
      await tx.query(insert, [id, 'mine', null])
      order.push('mine')
      other ??= client.query(insert, [4, 'other', null]).then(() => order.push('other'))
    }
  })
  await other

  expect(order).toEqual(['mine', 'mine', 'mine', 'other'])
})

test('a transaction that is over takes no more statements', async () => {
  const kept = await client.transaction(async (tx) => tx)

  expect(() => kept.query(insert, [1, 'late', null])).toThrow('over')
  expect(await texts()).toEqual([])
})

test('a table that changed is read anew, at the latest when asked again', async () => {
  const asked = 'select * from notes where id = $1'
  await client.query(insert, [1, 'a', null])
  await client.query(asked, [1])
  await client.exec('alter table notes add column late int')
  await client.query(asked, [1]).catch(() => undefined)

  const { rows } = await client.query(asked, [1])
  await client.exec('alter table notes drop column late')
  expect(rows).toEqual([{ id: 1, text: 'a', kept: null, late: null }])
})

test('more texts than have a name are still answered', async () => {
  for (let place = 0; place < 520; place += 1) {
    const { rows } = await client.query(`select $1::int as a${place}`, [place])
    expect(rows).toEqual([{ [`a${place}`]: place }])
  }
})
