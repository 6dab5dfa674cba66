/**
 * The company's accounting system: its connection and the objects that were read of it. Invariants: a company has one
 * connection at most; secrets are kept encrypted, renewed under one lock, and never leave this area and the adapters; a
 * sync writes what the system says, and only people write what it means.
 */
export {
  accessTo,
  type Connection,
  connectedCompanies,
  connectionStatement,
  readConnection,
  refusedStatement,
} from './connection.ts'
export { stepOf } from './steps.ts'
