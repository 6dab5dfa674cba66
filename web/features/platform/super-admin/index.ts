/**
 * The platform's desk: companies, for platform staff. Invariant: each change says in which company it is made.
 */
export { CompanyList, companyListSearch } from './company-list.tsx'
export { CompanyPage, companyPageSearch } from './company-page.tsx'
