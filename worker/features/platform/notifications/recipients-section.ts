import { z } from 'zod'
import type { StaffContext } from '../../../core/operation.ts'
import { settingsSection } from '../configuration/index.ts'

interface Recipients {
  on: Record<string, boolean>
  message: string | null
  groupIds: string[]
}

interface Read {
  groupsToSendTo: { id: string }[]
}

/** A section of a file of configuration: who is told about something. */
export const recipientsSection = <S extends string>(section: {
  key: string
  title: string
  order: number
  /** The switch that each word of the file stands for. */
  words: Record<string, S>
  hasMessage: boolean
  read(context: StaffContext): Promise<Read & Record<S, boolean> & { message?: string }>
  write(context: StaffContext, input: Record<string, unknown> & { groupsToSendTo: { id: string }[] }): Promise<unknown>
}): void => {
  const words = Object.keys(section.words)
  settingsSection<Recipients, Record<string, unknown> & { groups: string[]; message?: string | undefined }>({
    key: section.key,
    title: section.title,
    order: section.order,
    access: 'notifications.manage',
    unavailable: 'You can’t change notifications',
    shape: z.strictObject({
      ...Object.fromEntries(words.map((word) => [word, z.boolean()])),
      groups: z.array(z.string().max(300)).max(50).default([]),
      ...(section.hasMessage && { message: z.string().max(2000).optional() }),
    }) as unknown as z.ZodType<Record<string, unknown> & { groups: string[]; message?: string | undefined }>,
    read: async (context) => {
      const read = await section.read(context)
      return {
        on: Object.fromEntries(words.map((word) => [word, read[section.words[word] as S]])),
        message: section.hasMessage ? (read.message ?? '') : null,
        groupIds: read.groupsToSendTo.map(({ id }) => id),
      }
    },
    toFile: ({ on, message, groupIds }, reading) => {
      const groups = reading.namesOf('group', groupIds)
      return { ...on, groups: groups.length > 0 ? groups : undefined, message: message || undefined }
    },
    fromFile: ({ groups, message, ...on }, writing) => ({
      on: Object.fromEntries(words.map((word) => [word, on[word] === true])),
      message: section.hasMessage ? (message ?? '') : null,
      groupIds: writing.idsOf('group', groups, ['groups']),
    }),
    write: (context, { on, message, groupIds }) =>
      section.write(context, {
        ...Object.fromEntries(words.map((word) => [section.words[word] as S, on[word] === true])),
        ...(message !== null && { message }),
        groupsToSendTo: groupIds.map((id) => ({ id })),
      }),
  })
}
