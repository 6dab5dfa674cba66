/** SQL: how many findings about these accounting vendors are open, among their newest hundred. `vendors` is SQL of ids. */
export const openFindings = (vendors: string): string =>
  `(SELECT count(*) FROM (SELECT f.state FROM check_findings f INDEXED BY check_findings_vendor
     WHERE f.company_id = ?1 AND f.erp_vendor_id IN (${vendors}) LIMIT 100) WHERE state = 'OPEN')`
