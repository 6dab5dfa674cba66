import { expect, it } from 'vitest'
import { admin, company, makeMappingScene } from '../../../support/worker/mapping-scene.ts'
import { run } from '../../../support/worker/sessions.ts'

/** Whether the wizard asks for classes (specification 3 §3 and §4). */

const said = async () => [
  (await admin.get('/api/accounting')).body.hasErpClassifications,
  (await admin.graphql('{ applicationConfiguration { hasErpClassifications } }')).body.data.applicationConfiguration
    .hasErpClassifications,
]

it('it has classes while one of them is there, and none once all were deleted', async () => {
  await makeMappingScene()
  await run("DELETE FROM erp_objects WHERE company_id = ? AND kind = 'CLASSIFICATION'", company.id)
  expect(await said()).toEqual([false, false])
  await run(
    `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, is_active, created_at,
       updated_at) VALUES (?1 || '-class', ?1, 'books', 'CLASSIFICATION', 'CLASSIFICATION', '1', 'Arms', 'arms', 1, 0, 0)`,
    company.id,
  )
  expect(await said()).toEqual([true, true])
  await run("UPDATE erp_objects SET deleted_at = 1 WHERE company_id = ? AND kind = 'CLASSIFICATION'", company.id)
  expect(await said()).toEqual([false, false])
})
