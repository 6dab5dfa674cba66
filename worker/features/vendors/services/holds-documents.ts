import { registerHolder } from '../../documents/documents/links.ts'
import { mayChange } from './rows.ts'

registerHolder('SERVICE', {
  readSql: (ids) => `SELECT s.id, s.name,
      (SELECT json_group_array(o.target_id) FROM service_links o
        WHERE o.company_id = ?1 AND o.service_id = s.id AND o.kind = 'OWNER') AS ownerIds
    FROM services s WHERE s.company_id = ?1 AND s.id IN (SELECT value FROM json_each(${ids}))`,
  mayChange,
})
