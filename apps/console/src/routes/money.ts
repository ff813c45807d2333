import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseBooksSearch } from '#/features/books/books-search.ts'
import { parsePayoutsFilter } from '#/features/payouts/filter.ts'
import { parseRefundsFilter } from '#/features/refunds/filter.ts'
import { parseOrdersFilter, parsePaymentsFilter, parseShopSearch } from '#/features/shop/filter.ts'
import { app } from './app.ts'

const RefundsScreen = lazyRouteComponent(
  () => import('#/features/refunds/refunds-screen.tsx'),
  'RefundsScreen',
)

const refunds = createRoute({
  getParentRoute: () => app,
  path: '/refunds',
  validateSearch: parseRefundsFilter,
  component: RefundsScreen,
})

const refund = createRoute({
  getParentRoute: () => app,
  path: '/refunds/$refundId',
  validateSearch: parseRefundsFilter,
  component: RefundsScreen,
})

const shop = createRoute({
  getParentRoute: () => app,
  path: '/shop',
  validateSearch: parseShopSearch,
  component: lazyRouteComponent(() => import('#/features/shop/shop-screen.tsx'), 'ShopScreen'),
})

const product = createRoute({
  getParentRoute: () => app,
  path: '/shop/$productId',
  component: lazyRouteComponent(
    () => import('#/features/shop/product-screen.tsx'),
    'ProductScreen',
  ),
})

const orders = createRoute({
  getParentRoute: () => app,
  path: '/shop/orders',
  validateSearch: parseOrdersFilter,
  component: lazyRouteComponent(() => import('#/features/shop/orders-screen.tsx'), 'OrdersScreen'),
})

const order = createRoute({
  getParentRoute: () => app,
  path: '/shop/orders/$orderId',
  component: lazyRouteComponent(() => import('#/features/shop/order-screen.tsx'), 'OrderScreen'),
})

const payments = createRoute({
  getParentRoute: () => app,
  path: '/shop/payments',
  validateSearch: parsePaymentsFilter,
  component: lazyRouteComponent(
    () => import('#/features/shop/payments-screen.tsx'),
    'PaymentsScreen',
  ),
})

const treasury = createRoute({
  getParentRoute: () => app,
  path: '/money/treasury',
  component: lazyRouteComponent(
    () => import('#/features/treasury/treasury-screen.tsx'),
    'TreasuryScreen',
  ),
})

const ledger = createRoute({
  getParentRoute: () => app,
  path: '/money/ledger',
  validateSearch: parseBooksSearch,
  component: lazyRouteComponent(() => import('#/features/books/books-screen.tsx'), 'BooksScreen'),
})

const payouts = createRoute({
  getParentRoute: () => app,
  path: '/money/payouts',
  validateSearch: parsePayoutsFilter,
  component: lazyRouteComponent(
    () => import('#/features/payouts/payouts-screen.tsx'),
    'PayoutsScreen',
  ),
})

const payout = createRoute({
  getParentRoute: () => app,
  path: '/money/payouts/$payoutId',
  component: lazyRouteComponent(
    () => import('#/features/payouts/payout-screen.tsx'),
    'PayoutScreen',
  ),
})

const invites = createRoute({
  getParentRoute: () => app,
  path: '/money/invites',
  component: lazyRouteComponent(
    () => import('#/features/invites/invites-screen.tsx'),
    'InvitesScreen',
  ),
})

/** The pages of refunds, the shop, the treasury and the books. */
export const moneyRoutes = [
  refunds,
  refund,
  shop,
  product,
  orders,
  order,
  payments,
  treasury,
  ledger,
  payouts,
  payout,
  invites,
] as const
