/** SQL: how many findings about these accounting vendors are open, among the newest hundred of each. `vendors` is SQL of ids. */
export const openFindings = (vendors: string): string =>
  `(SELECT coalesce(sum((SELECT count(*) FROM (SELECT f.state FROM check_findings f INDEXED BY check_findings_vendor
       WHERE f.company_id = ?1 AND f.erp_vendor_id = o.id ORDER BY f.found_at DESC, f.id DESC LIMIT 100)
     WHERE state = 'OPEN')), 0) FROM (${vendors}) o)`
