import { fullName } from '../../../../schema/shared/values.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { memberCalled, namedMembers, namedMembersStatement } from '../members/index.ts'
import type { RowValues } from './row-values.ts'

interface Row {
  values: RowValues
  problems: { level: 'ERROR' | 'WARNING'; field: string | null; message: string }[]
}

/** Managers called by name get their address: of someone in the same file, or of a member. */
export const nameManagers = async ({ db, actor }: StaffContext, rows: readonly Row[]): Promise<void> => {
  const called = rows.filter(({ values: { manager } }) => manager !== undefined && !manager.includes('@'))
  if (called.length === 0) return
  const inFile = new Map<string, string[]>()
  for (const { values } of rows) {
    const { email, firstName = '', lastName = '' } = values
    if (email === undefined) continue
    const key = fullName({ firstName, lastName }).toLowerCase()
    inFile.set(key, [...(inFile.get(key) ?? []), email])
  }
  const refs = JSON.stringify([...new Set(called.map(({ values }) => values.manager))])
  const [found] = await db.batch([namedMembersStatement(db, actor.companyId, refs)])
  const members = namedMembers(found?.results)
  for (const { values, problems } of called) {
    const name = values.manager ?? ''
    const [only, other] = inFile.get(name.toLowerCase()) ?? []
    const member = only !== undefined && other === undefined ? { email: only } : memberCalled(members, name)
    if (typeof member !== 'string') values.manager = member.email
    else {
      delete values.manager
      problems.push({ level: 'ERROR', field: 'manager', message: member })
    }
  }
}
