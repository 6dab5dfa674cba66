/**
 * What platform staff do for companies. Invariants: only listed staff in person; every change is in the history of the
 * company it concerns, with the name of who made it; what concerns several companies is in companies-list and
 * create-company alone.
 */
export { inCompany } from './in-company.ts'
