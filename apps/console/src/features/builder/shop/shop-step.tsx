export function ShopStep() {
  return null
}
