import type { DatabaseCost } from '../database.ts'

/** What a call or a job turned out to do, for its line in the log. */
export interface Performed {
  operations: Set<string>
  companies: Set<string>
}

export const nothingPerformed = (): Performed => ({ operations: new Set(), companies: new Set() })

interface Caller {
  performed?: Performed
  actor?: { companyId: string } | null
  vendor?: { vendorCompany: { id: string } } | null
  system?: { companyId: string | null }
}

let told: ((operationId: string) => void) | undefined

/** Tells of every operation that is performed, refused ones included. The tests record which file performs what. */
export const tellPerformed = (tell: (operationId: string) => void): void => {
  told = tell
}

/** Notes an operation, also one that is refused, and for which company. */
export const notePerformed = ({ performed, actor, vendor, system }: Caller, operationId: string): void => {
  told?.(operationId)
  performed?.operations.add(operationId)
  const companyId = actor?.companyId ?? vendor?.vendorCompany.id ?? system?.companyId
  if (companyId) performed?.companies.add(companyId)
}

/** The fields of a line: names of operations and companies, and what it cost. Rows are those of D1. */
export const costFields = (
  { operations, companies }: Performed,
  { roundTrips, queries, rowsRead, rowsWritten, milliseconds }: DatabaseCost,
  ms: number,
): Record<string, unknown> => ({
  operation: [...operations].join(' ') || null,
  company: [...companies].join(' ') || null,
  ms,
  trips: roundTrips,
  queries,
  rowsRead,
  rowsWritten,
  d1Ms: milliseconds,
})
