import { expect, test } from 'vitest'
import { simulateShop } from './simulated-shop.ts'
import { product } from './test-season-plan.ts'

const all = (_at: number, wanted: number) => wanted

test('buys one of each affordable product in the order of the shop', () => {
  const member = { spendable: 700, bought: [0, 0, 0] }
  const products = [
    product({ price: '500', givesTickets: 9, position: 2 }),
    product({ position: 1 }),
    product({ position: 3 }),
  ]

  const gain = simulateShop(products, member, { tickets: 0, takesStock: all })

  expect(gain).toEqual({ xp: 0, tickets: 6, ticketsPaid: 0 })
  expect(member).toEqual({ spendable: 100, bought: [0, 1, 1] })
})

test('stops at the limit per member', () => {
  const member = { spendable: 1000, bought: [0] }
  const products = [product({ perUserLimit: 2 })]

  for (let day = 0; day < 5; day += 1) {
    simulateShop(products, member, { tickets: 0, takesStock: all })
  }

  expect(member).toEqual({ spendable: 400, bought: [2] })
})

test('pays with the tickets of the day', () => {
  const member = { spendable: 0, bought: [0] }
  const products = [product({ payType: 'TICKET', price: '2', givesXp: 80, givesTickets: 0 })]

  expect(simulateShop(products, member, { tickets: 1, takesStock: all }).ticketsPaid).toBe(0)
  expect(simulateShop(products, member, { tickets: 2, takesStock: all })).toEqual({
    xp: 80,
    tickets: 0,
    ticketsPaid: 2,
  })
  expect(member.spendable).toBe(80)
})

test('leaves out products that are paid with a token', () => {
  const member = { spendable: 1000, bought: [0] }
  const products = [product({ payType: 'TOKEN', price: '1' })]

  expect(simulateShop(products, member, { tickets: 9, takesStock: all })).toEqual({
    xp: 0,
    tickets: 0,
    ticketsPaid: 0,
  })
})

test('sells a part of what members want when the stock is short', () => {
  const member = { spendable: 300, bought: [0] }

  const gain = simulateShop([product()], member, { tickets: 0, takesStock: () => 0.5 })

  expect(gain.tickets).toBe(1.5)
  expect(member).toEqual({ spendable: 150, bought: [0.5] })
})
