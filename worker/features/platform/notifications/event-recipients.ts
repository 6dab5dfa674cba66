import type { StaffContext } from '../../../core/operation.ts'
import { registerReferences } from '../../../core/references.ts'
import { groupsInSettings, groupsStatement, requireGroups, toGroups } from './groups.ts'
import { saveSettings } from './settings-row.ts'

/** Who a company notifies about something: people by role, and groups. One row for each company. */
interface RecipientSettings<Switch extends string, Text extends string> {
  table: 'vendor_notification_settings' | 'service_reminder_settings'
  /** The column of each switch, and its default for a company that hasn't chosen yet, as in the table. */
  switches: Record<Switch, { column: string; byDefault: boolean }>
  /** Columns with the company's own text. */
  texts: readonly Text[]
  /** For the history and for conflicts. */
  words: { subject: string; action: string; message: string }
  /** Why a group in them isn't deleted, and the page where it can be taken out. */
  inUse: { order: number; text: string; href: string }
}

type Chosen<Switch extends string, Text extends string> = Record<Switch, boolean> & Record<Text, string>
type Saved<Switch extends string, Text extends string> = Chosen<Switch, Text> & {
  groupsToSendTo: { id: string; name: string }[]
  /** 0 while the defaults are unchanged. */
  version: number
}
type Input<Switch extends string, Text extends string> = Chosen<Switch, Text> & {
  groupsToSendTo: { id: string }[]
  version?: number | undefined
}

export const recipientSettings = <Switch extends string, Text extends string = never>(
  settings: RecipientSettings<Switch, Text>,
) => {
  const { table, switches, texts, words, inUse } = settings
  const { order, ...why } = inUse
  registerReferences(groupsInSettings(order, table, { kind: 'NOTIFICATION_SETTING', ...why }))
  const names = Object.keys(switches) as Switch[]
  const chosen = (textOf: (name: Text) => string, isOn: (name: Switch) => boolean) =>
    Object.fromEntries([
      ...texts.map((name) => [name, textOf(name)]),
      ...names.map((name) => [name, isOn(name)]),
    ]) as Chosen<Switch, Text>

  const read = async ({ db, actor }: StaffContext): Promise<Saved<Switch, Text>> => {
    const row = await db.first<Record<string, unknown>>(
      db.sql(
        `SELECT s.*, ${groupsStatement('s.group_ids')} AS groups FROM ${table} s WHERE s.company_id = ?1`,
        actor.companyId,
      ),
    )
    return {
      ...chosen(
        (name) => String(row?.[name] ?? ''),
        (name) => (row ? row[switches[name].column] === 1 : switches[name].byDefault),
      ),
      groupsToSendTo: toGroups(row?.groups),
      version: Number(row?.version ?? 0),
    }
  }

  /** Throws INVALID for a group that isn't the company's, CONFLICT (STALE_VERSION). */
  const save = async (context: StaffContext, input: Input<Switch, Text>): Promise<Saved<Switch, Text>> => {
    const groups = await requireGroups(context, input.groupsToSendTo)
    const { version: current, ...before } = await read(context)
    const { companyId } = context.actor
    const now: Chosen<Switch, Text> = input
    const after = {
      ...chosen(
        (name) => now[name],
        (name) => now[name],
      ),
      groupsToSendTo: groups,
    }
    const { version } = await saveSettings<object>(context, {
      row: {
        table,
        key: { company_id: companyId },
        columns: {
          ...Object.fromEntries(texts.map((name) => [name, now[name]])),
          ...Object.fromEntries(names.map((name) => [switches[name].column, Number(now[name])])),
          group_ids: JSON.stringify(groups.map((group) => group.id)),
        },
      },
      before,
      after,
      current,
      version: input.version,
      subject: words.subject,
      audit: { action: words.action, targetType: 'COMPANY', targetId: companyId, message: words.message },
    })
    return { ...after, version }
  }
  return { read, save }
}
