/**
 * Statements for company ?1 that write the sort keys which links and answers keep of their vendors and services. For
 * rows that tests insert by themselves. Commands write them with each row.
 */
export const KEEP_KEYS = [
  `UPDATE vendor_links SET vendor_key = (SELECT lower(v.name) FROM vendors v WHERE v.id = vendor_links.vendor_id)
    WHERE company_id = ?1`,
  ...['service_links', 'service_answer_values'].map(
    (table) =>
      `UPDATE ${table} SET (vendor_key, name_key, end_date) =
         (SELECT s.vendor_key, lower(s.name), s.last_end_date FROM services s WHERE s.id = ${table}.service_id)
        WHERE company_id = ?1`,
  ),
]
