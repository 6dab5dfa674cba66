import { z } from 'zod'
import { APPROVER_TYPES, type Quorum, WATCHER_TYPES } from '../../../../schema/approvals/workflows/definition.ts'
import type { RulePeople } from '../../../../schema/approvals/workflows/people-rules.ts'
import { type Path, type Reading, type Writing, wordsOf } from '../../platform/configuration/index.ts'

/** Who approves and who watches, in a file of configuration. */

const approverTypes = wordsOf(APPROVER_TYPES)
const watcherTypes = wordsOf(WATCHER_TYPES)

const names = z.array(z.string().max(300)).max(100).optional()
const approversFile = z.strictObject({
  who: approverTypes.shape,
  groups: names,
  people: names,
  matrix: z.string().max(120).optional(),
  column: z.string().max(80).optional(),
})
const watchersFile = z.strictObject({ who: watcherTypes.shape, groups: names, people: names })

export const peopleFile = {
  approvers: approversFile.optional(),
  /** How many of them have to approve. */
  needed: z.union([z.literal('all'), z.number().int().min(1).max(100)], { error: '“all” or a number' }).optional(),
  /** Whether the admins are asked as well if fewer people can approve. */
  adminsFillUp: z.boolean().optional(),
  notByEarlierDeciders: z.boolean().optional(),
  watchers: watchersFile.optional(),
}
const shape = z.object(peopleFile)
export type PeopleFile = z.output<typeof shape>

export type FilePeople = RulePeople & { quorum: Quorum; excludesEarlierDeciders?: boolean | undefined }

const listed = (list: string[]): string[] | undefined => (list.length > 0 ? list : undefined)

export const peopleToFile = (rule: FilePeople, reading: Reading): PeopleFile => {
  const { quorum } = rule
  const [matrix, column] = [
    rule.approverMatrixId && reading.nameOf('matrix', rule.approverMatrixId),
    rule.approverMatrixColumnId && reading.nameOf('matrixColumn', rule.approverMatrixColumnId),
  ]
  return {
    approvers:
      rule.approverType === 'NO_APPROVERS'
        ? undefined
        : {
            who: approverTypes.toWord(rule.approverType),
            groups: listed(reading.namesOf('group', rule.approverGroupIds)),
            people: listed(reading.namesOf('person', rule.approverUserIds)),
            matrix: matrix || undefined,
            column: column
              ? column.slice(matrix && column.startsWith(`${matrix} / `) ? matrix.length + 3 : 0)
              : undefined,
          },
    needed: quorum.kind === 'ALL' ? 'all' : quorum.kind === 'AT_LEAST' ? quorum.count : undefined,
    adminsFillUp: (quorum.kind === 'AT_LEAST' && quorum.adminsFillUp) || undefined,
    notByEarlierDeciders: rule.excludesEarlierDeciders || undefined,
    watchers:
      rule.watcherType === 'NO_WATCHERS'
        ? undefined
        : {
            who: watcherTypes.toWord(rule.watcherType),
            groups: listed(reading.namesOf('group', rule.watcherGroupIds)),
            people: listed(reading.namesOf('person', rule.watcherUserIds)),
          },
  }
}

/** @param path where the rule is in the object */
export const peopleFromFile = (file: PeopleFile, writing: Writing, path: Path): FilePeople => {
  const { approvers, watchers, needed } = file
  const fill = file.adminsFillUp && { adminsFillUp: true }
  const quorum: Quorum =
    needed === 'all'
      ? { kind: 'ALL' }
      : needed === undefined
        ? { kind: 'ANY' }
        : { kind: 'AT_LEAST', count: needed, ...fill }
  const { matrix, column } = approvers ?? {}
  return {
    approverType: approvers ? approverTypes.fromWord(approvers.who) : 'NO_APPROVERS',
    approverGroupIds: writing.idsOf('group', approvers?.groups ?? [], [...path, 'approvers', 'groups']),
    approverUserIds: writing.idsOf('person', approvers?.people ?? [], [...path, 'approvers', 'people']),
    approverMatrixId: matrix ? writing.idOf('matrix', matrix, [...path, 'approvers', 'matrix']) : null,
    approverMatrixColumnId:
      matrix && column ? writing.idOf('matrixColumn', `${matrix} / ${column}`, [...path, 'approvers', 'column']) : null,
    quorum,
    ...(file.notByEarlierDeciders && { excludesEarlierDeciders: true }),
    watcherType: watchers ? watcherTypes.fromWord(watchers.who) : 'NO_WATCHERS',
    watcherGroupIds: writing.idsOf('group', watchers?.groups ?? [], [...path, 'watchers', 'groups']),
    watcherUserIds: writing.idsOf('person', watchers?.people ?? [], [...path, 'watchers', 'people']),
  }
}
