import type { Kind } from '../../../../schema/shared/kinds.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** A row that counts as its defaults until someone changes it. */
interface SettingsRow {
  table:
    | 'notification_preferences'
    | 'notification_settings'
    | 'vendor_notification_settings'
    | 'service_reminder_settings'
  key: Record<string, string>
  columns: Record<string, string | number | null>
}

interface SettingsChange<T> {
  row: SettingsRow
  before: T
  after: T
  /** The current version, or 0 without a row. */
  current: number
  /** The version the person read, which must be the current one. Undefined if the last change wins. */
  version: number | undefined
  subject: string
  audit: { action: string; targetType: Kind; targetId: string; message: string }
  /** For a change without a session. */
  as?: { companyId: string; userId: string }
}

/**
 * Writes such a row and its history entry. Throws CONFLICT (STALE_VERSION) if someone else was faster.
 * @returns the settings with their new version
 */
export const saveSettings = async <T extends object>(
  context: BaseContext,
  { row: { table, key, columns }, before, after, current, version, subject, audit, as }: SettingsChange<T>,
): Promise<T & { version: number }> => {
  const { db } = context
  const all = { ...key, ...columns, updated_at: context.clock.now() }
  const names = Object.keys(all)
  const settable = names.filter((name) => !(name in key))
  const isUnchanged = JSON.stringify(before) === JSON.stringify(after)
  const next = (version ?? current) + 1
  return commit(context, {
    subject,
    statements: [
      db.sql(
        `INSERT INTO ${table} (${names.join(', ')}, version) VALUES (${names.map((_, i) => `?${i + 1}`).join(', ')}, 1)
         ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE SET
           ${settable.map((name) => `${name} = excluded.${name}`).join(', ')}, version = version + 1
          WHERE ?${names.length + 1} IS NULL OR version = ?${names.length + 1}`,
        ...Object.values(all),
        version ?? null,
      ),
      guardOneRow(db),
    ],
    audit: isUnchanged
      ? []
      : [
          {
            ...audit,
            changeKey: `${table}:${Object.values(key).join(':')}:${version === undefined ? context.newId() : `v${next}`}`,
            changeData: { before, after },
          },
        ],
    result: { ...after, version: next },
    ...(as && { as }),
  })
}
