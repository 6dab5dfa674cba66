import type { Database } from '../../../../core/database.ts'

/** Members as files call them: by their address, or by their name as our own files write it. */

interface FileMember {
  id: string
  email: string
}

/** Active members by what they are called. @param refs a JSON list of addresses and names */
export const namedMembersStatement = (db: Database, companyId: string, refs: string): D1PreparedStatement =>
  db.sql(
    `SELECT w.value AS ref, m.user_id AS id, m.email_key AS email FROM json_each(?2) w
      CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.email_key = lower(w.value) AND m.disabled_at IS NULL
      UNION ALL
     SELECT w.value, m.user_id, m.email_key FROM json_each(?2) w
      CROSS JOIN company_memberships m INDEXED BY company_memberships_name
         ON m.company_id = ?1 AND m.name_key = lower(w.value) AND instr(w.value, '@') = 0 AND m.disabled_at IS NULL`,
    companyId,
    refs,
  )

/** Members by what the file calls them, in lower case. */
export type NamedMembers = ReadonlyMap<string, FileMember[]>

export const namedMembers = (results: readonly unknown[] | undefined): NamedMembers => {
  const found = new Map<string, FileMember[]>()
  for (const { ref, id, email } of (results ?? []) as (FileMember & { ref: string })[]) {
    const key = ref.toLowerCase()
    found.set(key, [...(found.get(key) ?? []), { id, email }])
  }
  return found
}

/** The one who is meant, or why it can't be told. */
export const memberCalled = (members: NamedMembers, ref: string): FileMember | string => {
  const [only, other] = members.get(ref.toLowerCase()) ?? []
  if (!only) return `${ref} is no member of your company`
  return other ? `Several members are called ${ref}. Use the email address` : only
}
