/** SQL: whether people of the vendor sign in to the portal, and may tell their bank details there. `v` has its id. */
export const signsIn = (v: string): string =>
  `EXISTS (SELECT 1 FROM vendor_company_customers c INDEXED BY vendor_company_customers_company
     WHERE c.company_id = ${v}.company_id AND c.vendor_id = ${v}.id)`
