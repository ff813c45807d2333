export { insertProduct, type NewProduct } from './product.queries.ts'
