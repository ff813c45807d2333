export { insertPackage } from './credit.queries.ts'
