/**
 * The platform's desk: companies, for platform staff. Invariant: each change says in which company it is made.
 */
export { CompanyList } from './company-list.tsx'
export { CompanyPage } from './company-page.tsx'
export { companyListSearch, companyPageSearch } from './search.ts'
