import { services } from '../../../../../schema/vendors/services/tables.ts'
import { select, typed } from '../../../../core/record.ts'

/** The service of vendor ?2 that ends next, from day ?3 on. */
export const NEXT_TO_END = typed`SELECT ${select(services, 's', ['id', 'name', 'lastEndDate'])}
  FROM services s INDEXED BY services_of_vendor
  WHERE s.company_id = ?1 AND s.vendor_id = ?2 AND s.archived_at IS NULL AND s.last_end_date >= ?3
  ORDER BY s.last_end_date, s.id LIMIT 1`
