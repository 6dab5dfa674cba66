import type { z } from 'zod'
import { can, type Permission } from '../../../../schema/shared/permissions.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { ONLY, type Reading, registerSection, type Writing } from './section.ts'

export interface SettingsSection<Raw, Item> {
  key: string
  title: string
  order: number
  access: Permission
  unavailable: string
  shape: z.ZodType<Item>
  read(context: StaffContext): Promise<Raw>
  toFile(raw: Raw, reading: Reading): object
  fromFile(item: Item, writing: Writing, current: Raw): Raw
  write(context: StaffContext, raw: Raw): Promise<unknown>
}

/** A section with one object, which always exists: the settings of a page. */
export const settingsSection = <Raw extends object, Item>(section: SettingsSection<Raw, Item>): void =>
  registerSection<Raw, Item>({
    ...section,
    noun: 'setting',
    nameOf: null,
    isAvailable: ({ policy }) => can(policy, section.access),
    read: async (context) => [{ id: ONLY, name: ONLY, raw: await section.read(context) }],
    fromFile: (item, writing, current) => section.fromFile(item, writing, current as Raw),
    write: async (context, _, raw) => void (await section.write(context, raw)),
  })
