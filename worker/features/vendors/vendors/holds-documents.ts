import { registerHolder } from '../../documents/documents/links.ts'
import { mayChange } from './rows.ts'

registerHolder('VENDOR', {
  readSql: (ids) => `SELECT v.id, v.name, v.owner_ids AS ownerIds FROM vendors v
    WHERE v.company_id = ?1 AND v.id IN (SELECT value FROM json_each(${ids}))`,
  mayChange,
})
