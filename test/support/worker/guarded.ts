import { run } from './sessions.ts'
import { signIn, type TestCompany } from './world.ts'

/** A second admin confirms everything that waits, and leaves again. */
export const confirmGuarded = async (company: TestCompany): Promise<void> => {
  const person = await company.addPerson({ name: 'Vera Second', flags: ['hasAdminAccess'] })
  const client = await signIn(company, person)
  const { body } = await client.get('/api/payments/guarded-changes')
  for (const { id } of body as { id: string }[]) {
    const answer = await client.post(`/api/payments/guarded-changes/${id}/decide`, { shouldConfirm: true })
    if (answer.status !== 200) throw new Error(`Confirming answered ${JSON.stringify(answer.body)}`)
  }
  await run(
    'UPDATE company_memberships SET disabled_at = 1, has_admin_access = 0 WHERE company_id = ? AND user_id = ?',
    ...[company.id, person.userId],
  )
}
